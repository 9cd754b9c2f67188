import { format } from 'node:util'
import { onTestFinished } from 'vitest'

/**
 * This test makes the page say so, at least once, as an error or a warning: `tests/setup/quiet.ts` lets it pass. Answers
 * the lines that have come so far.
 */
export function expectOnConsole(pattern: RegExp): readonly string[] {
  const lines: string[] = []
  for (const level of ['error', 'warn'] as const) {
    // Assigned, and not spied on: a test may expect several, and a spy on a spy calls itself.
    const unexpected = console[level]
    console[level] = (...words: unknown[]) => {
      const line = format(...words)
      if (pattern.test(line)) lines.push(line)
      else unexpected(...words)
    }
    onTestFinished(() => {
      console[level] = unexpected
    })
  }
  onTestFinished(() => {
    if (lines.length === 0) throw new Error(`The page did not say ${pattern} on its console.`)
  })
  return lines
}
