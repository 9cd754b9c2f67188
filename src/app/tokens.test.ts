/** What is read upon what, measured as WCAG 2.2 does: the floor at 7:1, the office at 4.5:1, edges and rings at 3:1. */
import { describe, expect, it } from 'vitest'
import { tokens } from './tokens.ts'

type Token = keyof (typeof tokens)['light']

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2, definition). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = colour.match(/[\da-f]{2}/gi)!.map((part) => {
    const value = parseInt(part, 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** What is seen upon a ground, and the ratio that it needs. */
const SEEN: readonly (readonly [Token, readonly Token[], number])[] = [
  ['text', ['page', 'surface', 'stripe', 'hover', 'chosen', 'plain'], 7],
  ['plain-text', ['plain'], 7],
  ['ok-text', ['ok'], 7],
  ['info-text', ['info'], 7],
  ['warn-text', ['warn'], 7],
  ['act-text', ['act'], 7],
  ['danger-floor', ['page', 'surface', 'act'], 7],
  ['on-brand', ['brand-floor', 'brand-deep'], 7],
  ['on-ink', ['ink', 'ink-inset'], 14],
  ['on-alarm', ['alarm'], 7],
  ['on-accent', ['accent'], 7],
  ['snack-text', ['snack'], 7],
  ['on-paper', ['paper'], 7],
  ['paper-dimmed', ['paper'], 7],
  ['accent', ['page', 'surface', 'stripe', 'hover', 'chosen'], 4.5],
  ['danger', ['page', 'surface', 'stripe', 'hover'], 4.5],
  ['dimmed', ['page', 'surface', 'stripe', 'hover'], 4.5],
  ['placeholder', ['surface'], 4.5],
  ['on-brand', ['brand', 'brand-hover'], 4.5],
  ['edge', ['page', 'surface'], 3],
  ['edge-floor', ['page', 'surface'], 3],
  ['focus', ['page', 'surface', 'ok', 'info', 'warn', 'act', 'plain'], 3],
  ['brand', ['page'], 3],
  ['done', ['plain'], 3],
]

describe.for(['light', 'dark'] as const)('the %s tokens', (scheme) => {
  for (const [seen, grounds, least] of SEEN)
    for (const ground of grounds)
      it(`shows ${seen} on ${ground} at ${least}:1 or more`, () => {
        expect(contrast(tokens[scheme][seen], tokens[scheme][ground])).toBeGreaterThanOrEqual(least)
      })
})

it('measures as WCAG does: black on white is 21:1, the brand under white 7:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#ffffff', '#a13127')).toBeCloseTo(7, 1)
})
