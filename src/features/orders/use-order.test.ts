import { expect, test } from 'vitest'
import { openDatabase } from '#src/db/database.ts'
import { META } from '#src/sync/store/meta.ts'
import { order } from '#contract/testing/rows.ts'
import { fromDevice } from './use-order.ts'

test('an order whose items still load with the first pull does not show as empty', async () => {
  const db = openDatabase(1, { name: 'larder-order-on-its-way' })
  await db.orders.bulkPut([order(7, { items_count: 25 }), order(8, { items_count: 0 })])
  expect(await fromDevice(db, 7)).toBeNull()
  expect((await fromDevice(db, 8))?.lines).toEqual([])
  await db.meta.put({ key: META.lastPull, value: 1 })
  expect((await fromDevice(db, 7))?.lines).toEqual([])
  await db.delete()
})
