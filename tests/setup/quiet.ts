/**
 * A test fails that leaves a line on console.error or console.warn, or a warning of Node (a deprecation, a leak of
 * listeners). One that expects such a line puts its own spy there: `vi.spyOn(console, 'warn').mockReturnValue()`.
 */
import { format } from 'node:util'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

const lines: string[] = []
const { error, warn } = console
const onWarning = ({ name, message }: Error) => lines.push(`${name}: ${message}`)

// As soon as it is loaded: a module may already complain while the tests import it.
console.error = (...said: unknown[]) => void lines.push(`error: ${format(...said)}`)
console.warn = (...said: unknown[]) => void lines.push(`warning: ${format(...said)}`)
process.on('warning', onWarning)

// Taken now: a test may put other timers in their place.
const turn = globalThis.setImmediate
async function expectNone() {
  // Node tells of a warning a moment after its cause.
  await new Promise((resolve) => turn(() => resolve(null)))
  expect(lines.splice(0), 'complaints on the console').toEqual([])
}
beforeAll(expectNone)
afterEach(expectNone)
afterAll(async () => {
  await expectNone()
  // Files that follow in the same process load this anew.
  Object.assign(console, { error, warn })
  process.off('warning', onWarning)
})
