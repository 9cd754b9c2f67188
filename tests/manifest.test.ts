/** The screenshots that `manifest.webmanifest` names; its icons are looked at in a browser (`tests/e2e/app/shell.spec.ts`). */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkout } from '#server/env.ts'

const manifest = JSON.parse(readFileSync(path.join(checkout, 'manifest.webmanifest'), 'utf8')) as {
  screenshots: { src: string; sizes: string; form_factor: string; label: string }[]
}

it.each(manifest.screenshots)('$src is a PNG of $sizes', ({ src, sizes }) => {
  const png = readFileSync(path.join(checkout, 'public', src))
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
})

it('there are screenshots for phones and for desks, as a browser asks for before it shows them', () => {
  const factors = manifest.screenshots.map(({ form_factor }) => form_factor)
  expect(new Set(factors)).toEqual(new Set(['narrow', 'wide']))
  for (const { label, sizes } of manifest.screenshots) {
    const [width = 0, height = 0] = sizes.split('x').map(Number)
    expect(label).not.toBe('')
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320)
    expect(Math.max(width, height)).toBeLessThanOrEqual(2.3 * Math.min(width, height))
  }
})
