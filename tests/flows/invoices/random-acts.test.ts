import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../factories/app.ts'
import { chanceOf } from '../../sim/chance.ts'
import { actAtRandom } from '../../soak/acts.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ demo: true })
})
afterAll(() => server.close())

/** `npm run soak -- acts` does the same with more acts and other seeds. */
it('after every one of 120 random acts order, invoice, files, history and balances agree, and no money is paid back twice', async () => {
  const report = await actAtRandom(
    {
      call: (by, method, path, body) => server.call(by, method, path, body ? { body } : {}),
      query: async (sql, values) => (await server.database.pool.query(sql, values)).rows,
    },
    { acts: 120, chance: chanceOf(1, 'acts') },
  )
  expect(report.wrong).toEqual([])
  expect(report.acts).toBe(120)
  // Otherwise nothing was at stake.
  expect(report.refused).toBeLessThan(80)
}, 120_000)
