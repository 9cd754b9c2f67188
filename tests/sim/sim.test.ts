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
  it.each([0, 20, 40, 60, 80])('seeds from %i on', { timeout: 120_000 }, async (from) => {
    for (let seed = from + 1; seed <= from + 20; seed++) {
      const { violation, trace } = await runSeed(server, { seed, ops: OPS })
      const again = `npm run sim -- --seed ${seed} --ops ${OPS}`
      expect(violation && [again, violation.message, ...trace.slice(-40)].join('\n')).toBeNull()
    }
  })
})
