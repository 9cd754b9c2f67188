import { afterAll, expect, it } from 'vitest'
import { makeLocation, makeOrder, makeProduct, makeUser } from '../factories/business.ts'
import { orderAt } from '../factories/house.ts'
import { replayUnderDeaths } from '../soak/replay.ts'
import type { TestDatabase } from '../setup/database.ts'
import { makeServer } from './product.ts'
import { endAll } from './server.ts'

const EDITS = 2_000
const LINES = 60

afterAll(endAll)

it(
  'applies each edit once though the server and PostgreSQL are killed while they are sent',
  { timeout: 120_000 },
  async () => {
    const server = await makeServer({ demo: false })
    const pool = {
      query: async (sql: string, values?: unknown[]) => ({ rows: await server.query(sql, values) }),
    } as unknown as TestDatabase['pool']
    await makeUser(pool, 'picker', { username: 'picker' })
    const order = await makeOrder(pool, orderAt(await makeLocation(pool)))
    const { upc } = await makeProduct(pool)
    await pool.query(
      `insert into order_items (id, order_id, product, units_ordered, price_snapshot)
       select uuidv7(), $1, $2, 5, '{"weight_type": ""}' from generate_series(1, $3)`,
      [order.id, upc, LINES],
    )
    const { deaths, edits, acknowledged, wrong } = await replayUnderDeaths(server, {
      edits: EDITS,
      deaths: 2,
      seed: 1,
    })
    expect(wrong).toEqual([])
    expect({ edits, ...deaths }).toEqual({ edits: EDITS, server: 1, postgres: 1 })
    // The deaths came in the middle.
    for (const count of acknowledged) expect(count).toBeLessThan(EDITS)
  },
)
