/** The questions before an invoice are the same wherever one is made: about the whole order, whatever a list shows. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type pg from 'pg'
import { openDatabase } from '#src/db/database.ts'
import { contextKey } from '#src/sync/store/meta.ts'
import {
  makeItem,
  makeOrder,
  makeProduct,
  makeWarehouse,
  type OrderRecord,
} from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, findDialog, findTable, isAt, isEnabled, press } from '../reading.ts'

const WEIGHED = {
  weight_type: 'r/w',
  unit_price_per_lb: '8.00',
  case_price_per_lb: null,
  average_unit_weight: '4.000',
  average_case_weight: null,
}

/**
 * Makes an order with butter that is picked in the warehouse that the lists show. A ribeye without a weight and a line
 * that is not picked are in another warehouse.
 */
async function makeHalfPicked(pool: pg.Pool, ribeye: Record<string, unknown> = {}): Promise<OrderRecord> {
  await makeWarehouse(pool, 4, 'Freezer')
  const order = await makeOrder(pool)
  const add = async (name: string, over: Record<string, unknown>, warehouse_id = 3) => {
    const weight_type = name === 'Ribeye' ? 'r/w' : ''
    const { upc } = await makeProduct(pool, { name, warehouse_id, weight_type })
    return makeItem(pool, { order_id: order.id, product: upc, units_ordered: 1, ...over })
  }
  await add('Butter', { unit_quantity: 1, picked: true, final_price: '2.50' })
  await add(
    'Ribeye',
    { unit_quantity: 1, picked: true, final_price: '32.00', price_snapshot: WEIGHED, ...ribeye },
    4,
  )
  await add('Peas', {}, 4)
  return order
}

/** The ways to an invoice, and how each reaches the questions before one. */
const DOORS = {
  'the order': async () => undefined,
  async 'the Save of a scan that shows one location'() {
    await press('Save')
    await press('Confirm', await findDialog('Save the scan?'))
    await findDialog('Save')
  },
  async 'the Save of a pick list that shows one location'() {
    await press('Save')
    await findDialog('Save')
  },
} as const
type Door = keyof typeof DOORS
const PATH: Record<Door, (order: OrderRecord) => string> = {
  'the order': ({ id }) => `/order/${id}`,
  'the Save of a scan that shows one location': () => '/scan?from=picklist',
  'the Save of a pick list that shows one location': () => '/orders/picklist/details',
}

async function goTo(door: Door, seat: Seat, order: OrderRecord): Promise<HTMLElement> {
  await seat.open(`/order/${order.id}`)
  await findTable(`Order ${order.id} items`)
  await seat.kept()
  if (door !== 'the order') {
    const db = openDatabase(seat.person.id)
    const value = { orders: [order.id], bulk: false, start: null, end: null, filter: 3, sorting: 'bin' }
    for (const name of ['scan:picklist', 'picklist']) await db.meta.put({ key: contextKey(name), value })
    db.close()
    await seat.open(PATH[door](order))
  }
  await DOORS[door]()
  return findButton(door === 'the order' ? 'Generate Invoice' : 'Invoice')
}

const stored = async (pool: pg.Pool, { id }: OrderRecord) =>
  (
    await pool.query(
      `select o.invoiced, i.billed_at_average, i.ignore_missing_items from orders o join order_items i on i.order_id = o.id
        join products p on p.upc = i.product where o.id = $1 and p.name = 'Ribeye'`,
      [id],
    )
  ).rows[0]

it.for(Object.keys(DOORS) as Door[])(
  'from %s, a question names pieces without a weight and lines that are not picked, and the answer is recorded',
  async (door, { pool, sit }) => {
    const order = await makeHalfPicked(pool)
    const office = await sit('office')
    const invoice = await goTo(door, office, order)
    await waitFor(() => expect(invoice.matches(':disabled, [aria-disabled=true]')).toBe(false))
    invoice.click()
    await screen.findByText(/^Not weighed yet: Ribeye\./)
    expect(office.network.calls.filter(at('POST', /generateinvoice/))).toEqual([])
    await press('Bill at average weight')
    await screen.findByText('1 of 3 lines is not picked. Bill only the 2 that are?')
    expect(await stored(pool, order)).toMatchObject({ invoiced: false, billed_at_average: false })
    await press('Bill what is picked')
    await isAt(`/order/${order.id}/invoice`)
    expect(office.network.calls.filter(at('POST', /generateinvoice/))).toMatchObject([
      { body: { confirm_average: true } },
    ])
    expect(await stored(pool, order)).toEqual({
      invoiced: true,
      billed_at_average: true,
      ignore_missing_items: false,
    })
  },
)

it.for(Object.keys(DOORS) as Door[])(
  'A246 from %s, a picked line without its lot blocks the invoice, in any position',
  async (door, { pool, sit }) => {
    const order = await makeHalfPicked(pool, { lot_tracked: true })
    const office = await sit('office')
    const invoice = await goTo(door, office, order)
    if (door === 'the order') {
      invoice.click()
      await within(await screen.findByRole('alert')).findByText(/A lot code is missing for Ribeye\./)
    } else {
      await screen.findByText(/A lot code is missing for Ribeye\./, { selector: 'p' })
      expect(invoice.matches(':disabled, [aria-disabled=true]')).toBe(true)
    }
    expect(office.network.calls.filter(at('POST', /generateinvoice/))).toEqual([])
  },
)

it.for(Object.keys(DOORS) as Door[])(
  'from %s, an unknown average weight is entered on the spot, and the product keeps it',
  async (door, { pool, sit }) => {
    const order = await makeHalfPicked(pool, {
      price_snapshot: { ...WEIGHED, average_unit_weight: null },
      price_per_unit: '0.00',
      final_price: '0.00',
    })
    const office = await sit('office')
    const invoice = await goTo(door, office, order)
    await waitFor(() => expect(isEnabled(invoice)).toBe(true))
    invoice.click()
    const dialog = await findDialog('Enter average weights')
    expect(isEnabled(await findButton('Save and go on', dialog))).toBe(false)
    fireEvent.change(within(dialog).getByLabelText('One unit of Ribeye, lb'), { target: { value: '4.5' } })
    await press('Save and go on', dialog)
    await press('Bill at average weight')
    await press('Bill what is picked')
    await isAt(`/order/${order.id}/invoice`)
    const { rows } = await pool.query(
      `select i.final_price::text, p.average_unit_weight::text from order_items i join products p on p.upc = i.product
        where i.order_id = $1 and p.name = 'Ribeye'`,
      [order.id],
    )
    expect(rows).toEqual([{ final_price: '36.00', average_unit_weight: '4.500' }])
  },
)

it.for([
  [
    'an order of which nothing was picked',
    {},
    /^Nothing of order \d+ was picked/,
    'Make it anyway',
    'confirm_nothing',
  ],
  [
    'a line that comes to nothing',
    { unit_quantity: 1, picked: true, price_per_unit: '0.00' },
    /^Billed at \$0\.00: Product/,
    'Bill at $0.00',
    'confirm_zero',
  ],
] as const)('%s raises a question', async ([, line, question, yes, answer], { pool, sit }) => {
  const order = await makeOrder(pool)
  await makeItem(pool, { order_id: order.id, units_ordered: 1, ...line })
  const office = await sit('office')
  const invoice = await goTo('the order', office, order)
  invoice.click()
  await screen.findByText(question)
  await press(yes)
  await isAt(`/order/${order.id}/invoice`)
  expect(office.network.calls.find(at('POST', /generateinvoice/))?.body).toEqual({ [answer]: true })
})

it('a picked and weighed order is invoiced with one press', async (larder) => {
  const order = await makeOrder(larder.pool)
  await makeItem(larder.pool, { order_id: order.id, unit_quantity: 2, picked: true, final_price: '5.00' })
  const office = await larder.sit('office')
  const invoice = await goTo('the order', office, order)
  invoice.click()
  await isAt(`/order/${order.id}/invoice`)
  // B024: without a body.
  expect(office.network.calls.find(at('POST', /generateinvoice/))?.body).toBeUndefined()
})

it('the questions for an order that the device does not keep come from the server', async (larder) => {
  const order = await makeHalfPicked(larder.pool)
  await larder.pool.query(`update orders set delivery_date = delivery_date - 60 where id = $1`, [order.id])
  const office = await larder.sit('office')
  await office.open(`/order/${order.id}`)
  await press('Generate Invoice')
  await screen.findByText('1 of 3 lines is not picked. Bill only the 2 that are?')
  await press('Bill what is picked')
  await screen.findByText(/^Not weighed yet: Ribeye\./)
  await press('Bill at average weight')
  await isAt(`/order/${order.id}/invoice`)
})

it('an invoice with a lost answer is made once, and shown when it is requested again', async (larder) => {
  const order = await makeHalfPicked(larder.pool)
  const office = await larder.sit('office')
  const invoice = await goTo('the order', office, order)
  await waitFor(() => expect(isEnabled(invoice)).toBe(true))
  const ask = async () => {
    await press('Generate Invoice')
    await screen.findByText(/^Not weighed yet: Ribeye\./)
    await press('Bill at average weight')
    await screen.findByText('1 of 3 lines is not picked. Bill only the 2 that are?')
    await press('Bill what is picked')
  }
  office.network.lose(at('POST', /generateinvoice/))
  await ask()
  await screen.findByRole('alert')
  await ask()
  await isAt(`/order/${order.id}/invoice`)
  const { rows } = await larder.pool.query('select act from invoice_history where order_id = $1', [order.id])
  expect(rows).toEqual([{ act: 'generated' }])
})
