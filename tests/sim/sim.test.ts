/** The short version of `npm run sim`: what runs with every `npm test`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSeed } from './run.ts'
import { SimServer } from './server.ts'

const OPS = 40

let server: SimServer
beforeAll(async () => {
  server = await SimServer.make()
})
afterAll(() => server.close())

describe('under faults no edit is lost, none is applied twice, and all devices come to agree', () => {
  it('gives the same bytes for the same seed', { timeout: 60_000 }, async () => {
    for (const seed of [1, 5]) {
      const [first, second] = [
        await runSeed(server, { seed, ops: 20 }),
        await runSeed(server, { seed, ops: 20 }),
      ]
      expect([...second.trace, ...second.wire]).toEqual([...first.trace, ...first.wire])
    }
  })

  it.each([0, 20])('seeds from %i on', { timeout: 240_000 }, async (from) => {
    for (let seed = from + 1; seed <= from + 20; seed++) {
      const { violation, trace } = await runSeed(server, { seed, ops: OPS })
      const again = `npm run sim -- --seed ${seed} --ops ${OPS}`
      expect(violation && [again, violation.message, ...trace.slice(-40)].join('\n')).toBeNull()
    }
  })
})
