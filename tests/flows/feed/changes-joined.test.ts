/** A row of the feed carries columns of other tables: a change of one sends the row, though the row was not written. */
import { expect, it } from 'vitest'
import { openFlow } from '../../factories/flow.ts'
import { makeItem, makeOrder, makeUser } from '../../factories/business.ts'
import { makeDevice } from '../../factories/pulls.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

/** Makes an order with one line, for a customer of its own. */
async function makeRow() {
  const { location } = flow.house
  const customer = await makeUser(flow.pool, 'customer', { company_id: location.company_id })
  const order = await makeOrder(flow.pool, { ...orderAt(location), customer_id: customer.id })
  const { product } = await makeItem(flow.pool, { order_id: order.id })
  return { customer, order, product, location }
}
type Made = Awaited<ReturnType<typeof makeRow>>

interface Joined {
  table: 'orders' | 'products'
  /** The command that changes the other table. */
  change: (made: Made) => Promise<{ status: number }>
  /** The columns of the row after that. */
  expected: object
}

/** Every column that a statement of the feed takes from a table other than the row's own. */
const JOINED: Record<string, Joined> = {
  'the username of an order’s customer': {
    table: 'orders',
    change: ({ customer }) => flow.call('manager', 'PATCH', `users/${customer.id}`, { username: 'new.name' }),
    expected: { customer: 'new.name' },
  },
  'the name of an order’s location': {
    table: 'orders',
    change: ({ location }) =>
      flow.call('manager', 'PATCH', `companylocations/${location.id}`, { name: 'Pier Nine' }),
    expected: { company_location: expect.objectContaining({ name: 'Pier Nine' }) },
  },
  'the address of an order’s location': {
    table: 'orders',
    change: ({ location }) =>
      flow.call('manager', 'PATCH', `companylocations/${location.id}`, {
        physical_address: {
          address_line1: '9 Wharf Street',
          address_line2: '',
          city: '',
          state: '',
          zip: '',
        },
      }),
    expected: {
      company_location: expect.objectContaining({
        physical_address: { complete_address: expect.stringContaining('9 Wharf Street') },
      }),
    },
  },
  'the name of a product’s warehouse': {
    table: 'products',
    change: () => flow.call('manager', 'PUT', 'warehouses/3', { name: 'Frozen Store' }),
    expected: { warehouse: { id: 3, name: 'Frozen Store' } },
  },
  'the barcodes of a product': {
    table: 'products',
    change: ({ product }) => flow.call('manager', 'POST', 'barcodealternates', { barcode: 'ALT-1', product }),
    expected: { alternate_barcodes: ['ALT-1'] },
  },
  'the recalled lots of a product': {
    table: 'products',
    change: ({ product }) =>
      flow.call('manager', 'POST', 'recalledlots', { product, lot_code: 'L1', note: 'Listeria' }),
    expected: { recalled_lots: ['L1'] },
  },
}

it.each(Object.entries(JOINED))('%s', async (_, { table, change, expected }) => {
  const made = await makeRow()
  const key = table === 'orders' ? made.order.id : made.product
  const device = makeDevice(flow.server, flow.house.as.picker)
  await device.catchUp()
  expect(device.rows[table].get(key)).not.toMatchObject(expected)
  expect((await change(made)).status).toBeLessThan(300)
  await device.pull()
  expect(device.rows[table].get(key)).toMatchObject(expected)
})
