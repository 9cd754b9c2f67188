import { afterAll, expect, it } from 'vitest'
import { readLongLists } from '../soak/lists.ts'
import { makeServer } from './product.ts'
import { endAll } from './server.ts'

/** A list of them is 20 MB: ten in memory would show. */
const ORDERS = 30_000
const MOST_GROWN_MB = 100

afterAll(endAll)

it(
  'gives ten people who ask at once all orders each, in bounded memory, and stores every edit meanwhile',
  { timeout: 120_000 },
  async () => {
    const { wrong, edits, grownMb } = await readLongLists(await makeServer(), {
      orders: ORDERS,
      tell: () => undefined,
    })
    expect(wrong).toEqual([])
    expect(edits).toBeGreaterThan(0)
    expect(grownMb).toBeLessThan(MOST_GROWN_MB)
  },
)
