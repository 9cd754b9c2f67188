import { expect, it } from 'vitest'
import { testDatabase } from '../tests/setup/database.ts'
import { ITEMS_PER_ORDER, seed } from './seed.ts'

it('the bench’s database can be made of today’s schema', async () => {
  const { url, pool, drop } = await testDatabase()
  try {
    await seed(url, { products: 400, orders: 30, oldOrders: 10 })
    const { rows } = await pool.query(
      `select (select count(*)::int from products where warehouse_id is not null) as products,
              (select count(*)::int from orders where items_count = ${ITEMS_PER_ORDER}) as orders`,
    )
    expect(rows).toEqual([{ products: 400, orders: 40 }])
  } finally {
    await drop()
  }
})
