/**
 * Fails a test that leaves a line on console.error or console.warn, or a warning of Node (a deprecation, a leak of
 * listeners). A test that expects such a line puts its own spy there: `vi.spyOn(console, 'warn').mockReturnValue()`.
 */
import { format } from 'node:util'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

const lines: string[] = []
const { error, warn } = console
const onWarning = ({ name, message }: Error) => lines.push(`${name}: ${message}`)

// Set as soon as this file is loaded: a module may already complain while the tests import it.
console.error = (...said: unknown[]) => void lines.push(`error: ${format(...said)}`)
console.warn = (...said: unknown[]) => void lines.push(`warning: ${format(...said)}`)
process.on('warning', onWarning)

// Read at the start, because a test may replace timers.
const turn = globalThis.setImmediate
async function expectNone() {
  // Node emits a warning a moment after its cause.
  await new Promise((resolve) => turn(() => resolve(null)))
  expect(lines.splice(0), 'complaints on the console').toEqual([])
}
beforeAll(expectNone)
afterEach(expectNone)
afterAll(async () => {
  await expectNone()
  // Later files in the same process load this module again.
  Object.assign(console, { error, warn })
  process.off('warning', onWarning)
})
