/** Every word on the console must be expected: an error or a warning that no test asked for fails the test. */
import { format } from 'node:util'
import { expect } from 'vitest'

let said: string[] = []
let expected: { pattern: RegExp; lines: string[] }[] = []

/** From now on `console.error`, `console.warn` and rejections that nobody handles are noted. */
export function listenToConsole(): void {
  const note = (line: string) => {
    const known = expected.find(({ pattern }) => pattern.test(line))
    ;(known?.lines ?? said).push(line)
  }
  console.error = (...words) => note(`error: ${format(...words)}`)
  console.warn = (...words) => note(`warning: ${format(...words)}`)
  process.on('unhandledRejection', (reason) => note(`unhandled rejection: ${format(reason)}`))
}

/** This test makes the page say so, at least once. Answers the lines that have come so far. */
export function expectOnConsole(pattern: RegExp): readonly string[] {
  const lines: string[] = []
  expected.push({ pattern, lines })
  return lines
}

/** At the end of each test. */
export function checkConsole(): void {
  const before = { said, expected }
  said = []
  expected = []
  expect(before.said, 'on the console, unexpectedly').toEqual([])
  for (const { pattern, lines } of before.expected)
    expect(lines, `on the console, expected: ${pattern}`).not.toHaveLength(0)
}
