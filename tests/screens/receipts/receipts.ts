/** Helpers for tests of the receipts' screens. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  makeItem,
  makeLocation,
  makeOrder,
  makeProduct,
  makeWarehouse,
  type Pool,
} from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect } from '../larder.tsx'
import type { Call } from '../network.ts'
import { isEnabled } from '../reading.ts'

export const region = (name: string) => screen.findByRole('region', { name })
export const tick = async (name: string | RegExp, place: HTMLElement = document.body) =>
  userEvent.click(await within(place).findByLabelText(name))
export const canPress = (name: string, place: HTMLElement = document.body) =>
  isEnabled(within(place).getByRole('button', { name }))
/** Returns the labels of the steps. `currentStep` returns the step that the person is at. */
export const steps = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^\d+/, ''))
export const currentStep = () => document.querySelector('[aria-current=step]')?.textContent

/** Whether a call is the comparison, which writes nothing although it is posted. */
export const isCompare = ({ path }: Call) => path === 'receiptdifferenceresult'
/** Returns the calls that write receipts. */
export const writes = (calls: readonly Call[]) =>
  calls
    .filter(
      (call) => call.method !== 'GET' && /receipt|orderitems|convertrd/.test(call.path) && !isCompare(call),
    )
    .map(({ method, path, body }) => ({ call: `${method} ${path}`, body }))

/** Makes this many orders of a day long ago, each with two units of rice, and a receipt of that day with the rice. */
export async function makeBought(pool: Pool, { day, orders }: { day: string; orders: number }) {
  await makeWarehouse(pool, 2, 'Cash & Carry')
  const rice = await makeProduct(pool, { name: 'Rice', unit_type: 'Unit' })
  const location = await makeLocation(pool)
  const ids: number[] = []
  for (let made = 0; made < orders; made++) {
    const { id } = await makeOrder(pool, { ...orderAt(location), delivery_date: day })
    await makeItem(pool, { order_id: id, product: rice.upc })
    ids.push(id)
  }
  const { rows } = await pool.query<{ id: number }>(
    `insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date)
       values ($1, 5, 2, 's', true, $2) returning id`,
    [`Run of order ${ids[0]}`, day],
  )
  const receipt = rows[0]!.id
  await pool.query(
    `insert into receipt_lines (receipt_id, line, product, product_name, quantity, unit_type, total, price)
       values ($1, 1, $2, 'Rice', 1, 'U', 5, 5)`,
    [receipt, rice.upc],
  )
  return { orders: ids, rice, receipt: { id: receipt, name: `Run of order ${ids[0]}` } }
}

/** Makes a group of differences as the server answers it: one product that one order lacks. */
export const group = (n: number, names: string[], over: object = {}) => ({
  difference_categories: names.map((one) => `DifferenceCategory.${one}`),
  differences: [
    {
      product: {
        upc: `06${n}`,
        item_code: `IC${n}`,
        name: `Item ${n}`,
        combined_stock_level: 40 + n,
        bin: `A${n}`,
      },
      order_item: {
        unit_quantity: 3,
        case_quantity: 0,
        total: '7.50',
        referenced_orders: [11],
        base_unit_quantity: 3,
        units_ordered: 8,
        unit_quantity_to_ordered_difference: -5,
        base_case_quantity: 1,
        cases_ordered: 2,
        case_quantity_to_ordered_difference: -1,
        ignore_missing_items: false,
        referenced_order_items: [`item-${n}-a`, `item-${n}-b`],
        ...over,
      },
      receipt_item: { unit_quantity: 9, case_quantity: 0, total: '6.30' },
    },
  ],
})

/** Returns the newest call of this kind, which must exist. */
export function newest(calls: readonly Call[], which: (call: Call) => boolean): Call {
  const call = calls.findLast(which)
  expect(call, 'it was called').toBeDefined()
  return call!
}
