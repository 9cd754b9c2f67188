import { expect, it } from 'vitest'
import { testServer } from '../../factories/app.ts'
import { makeHouse } from '../../factories/house.ts'
import { chanceOf } from '../../sim/chance.ts'
import { fuzzApi } from '../../soak/api.ts'

it('a thousand calls that were made up from the OpenAPI document are answered without a fault of the server', async () => {
  const server = await testServer()
  try {
    const { as, order, item, location, elsewhere } = await makeHouse(server.database.pool)
    // The house's warehouse has a number of its own; the next one is not to meet it.
    await server.database.pool.query(`select setval(pg_get_serial_sequence('warehouses', 'id'), 100)`)
    const { body: document } = await server.call(null, 'GET', 'docs/json')
    const report = await fuzzApi({
      document,
      requests: 1_000,
      people: [as.administrator, as.office, as.sales, as.picker, as.buyer, as.customer],
      keys: [order.id, item.id, item.product, location.id, elsewhere.order.id, elsewhere.item.id].map(String),
      chance: chanceOf(1, 'api'),
      async send({ as: username, method, path, body }) {
        const answer = await server.call(username, method, path.replace(/^\/api\//, ''), {
          ...(body !== null && { text: body }),
          // A made-up id may be too long for a path.
          isNothing: true,
        })
        const { body: said } = answer
        return {
          status: answer.status,
          type: (answer.headers['content-type'] as string | undefined) ?? '',
          text: typeof said === 'string' ? said : JSON.stringify(said),
        }
      },
    })
    expect(report.wrong).toEqual([])
    expect(report.statuses['200']).toBeGreaterThan(50)
    expect(server.logged.filter(({ level }) => level >= 50)).toEqual([])
  } finally {
    await server.close()
  }
})
