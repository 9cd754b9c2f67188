import { expect, it } from 'vitest'
import { fill } from './parts.ts'
import type { Stack } from './stack.ts'
import { note, type Figure } from './table.ts'

// These parts ask nothing of it.
const STACK = {} as Stack
const fillWith = (...figures: Figure[]) =>
  fill({ what: 'a part of two lines', lines: 2, run: () => Promise.resolve(figures) }, STACK)

it('a part that fills each of its lines has run', async () => {
  const figures = [note('calls', '12/s', 'bare 14/s'), { ...note('  p95', '3 ms'), ratio: 1.5 }]
  await expect(fillWith(...figures)).resolves.toEqual(figures)
})

it('a part that leaves a line out fails', async () => {
  await expect(fillWith(note('calls', '12/s'))).rejects.toThrow('1 lines are filled, and not 2')
})

it('a part that fills a line with no number fails', async () => {
  const calls = note('calls', '12/s')
  const empty = [note('p95', ''), note('p95', 'NaN ms'), note('p95', '3 ms', 'bare Infinity/s')]
  for (const line of [...empty, { ...calls, ratio: NaN }])
    await expect(fillWith(calls, line)).rejects.toThrow('no figure')
})
