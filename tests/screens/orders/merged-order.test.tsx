/** Order Management has merged an order that a person picks at this moment. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openDatabase } from '#src/db/database.ts'
import { contextKey } from '#src/sync/store/meta.ts'
import { makeItem, makeLocation, makeOrder, makeUser } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it } from '../larder.tsx'
import { isAt } from '../reading.ts'

it.for([
  ['the scan screen', 'scan:picklist', '/scan?from=picklist', 'Not on this device: order '],
  ['the pick list', 'picklist', '/orders/picklist/details?from=picklist', 'Order '],
] as const)(
  '%s says into which order one of its orders was merged, and leads there',
  async ([, kept, path, words], { server, sit }) => {
    const { pool } = server.database
    const location = await makeLocation(pool)
    const here = await makeOrder(pool, orderAt(location))
    const base = await makeOrder(pool, orderAt(location))
    const merged = await makeOrder(pool, orderAt(location))
    const deleted = await makeOrder(pool, orderAt(location))
    for (const { id } of [here, base, merged, deleted]) await makeItem(pool, { order_id: id })
    const picker = await sit('picker')
    await picker.open('/orders')
    await picker.kept()
    const db = openDatabase(picker.person.id)
    const orders = [here.id, merged.id, deleted.id]
    const value = { orders, bulk: false, start: null, end: null, filter: null, sorting: 'order' }
    await db.meta.put({ key: contextKey(kept), value })
    db.close()
    const office = await makeUser(pool, 'office')
    const call = (...args: [method: 'POST' | 'DELETE', path: string, options?: { body: object }]) =>
      server.call(office.username, ...args)
    const body = { base_order: base.id, orders_to_merge: [merged.id] }
    expect((await call('POST', 'mergeorders/', { body })).status).toBe(200)
    expect((await call('DELETE', `orders/${deleted.id}`)).status).toBe(204)

    await picker.open(path)
    await screen.findByText(
      `Order ${merged.id} was merged into order ${base.id}. What was to be picked of it is there:`,
    )
    // The other order was deleted, and the screen says no more of it.
    await screen.findByText(new RegExp(`^${words}${deleted.id}\\b`))
    await userEvent.click(screen.getByRole('link', { name: `Order ${base.id}` }))
    await isAt(`/order/${base.id}`)
  },
)
