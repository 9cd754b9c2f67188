/** What the tests of the pick list's screens share: an order with its items, the list opened, and its parts by name. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type pg from 'pg'
import { openDatabase } from '#src/db/database.ts'
import { contextKey } from '#src/sync/store/meta.ts'
import { makeItem, makeOrder, makeProduct, type ItemRecord } from '../../factories/business.ts'
import type { Seat } from '../larder.tsx'
import { noDialog, press } from '../reading.ts'
import { isWide } from '../wide.ts'

/** An order with an item of each product, by name. */
export async function makeFilled(
  pool: pg.Pool,
  items: Record<string, Record<string, unknown>>,
  over: Record<string, unknown> = {},
) {
  const order = await makeOrder(pool, over)
  const made: Record<string, ItemRecord> = {}
  for (const [name, item] of Object.entries(items)) {
    const product = item['product'] ?? (await makeProduct(pool, { name })).upc
    made[name] = await makeItem(pool, { ...item, order_id: order.id, product })
  }
  return { order, items: made }
}

/** As many items as a list draws only a part of. */
export const manyItems = () =>
  Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`Item ${n + 10}`, { units_ordered: 30 }]))

/** Opens the list as the generator hands it over, as a table. */
export async function openList(
  seat: Seat,
  orders: number[],
  over: Record<string, unknown> = {},
): Promise<void> {
  await handOver(seat, orders, over)
  await list()
}

/** Opens the list as cards, as a phone shows it. */
export async function openCards(
  seat: Seat,
  orders: number[],
  over: Record<string, unknown> = {},
): Promise<void> {
  isWide(390)
  await handOver(seat, orders, over)
  await screen.findByRole('list', { name: 'Pick list' })
}
/** The card of an item. */
export const findCard = (name: string) => screen.findByRole('article', { name })

async function handOver(seat: Seat, orders: number[], over: Record<string, unknown>): Promise<void> {
  await seat.open('/orders')
  await seat.kept()
  const db = openDatabase(seat.person.id)
  const value = { orders, bulk: false, start: null, end: null, filter: null, sorting: 'order', ...over }
  await db.meta.put({ key: contextKey('picklist'), value })
  db.close()
  await seat.open('/orders/picklist/details?from=picklist')
}
export const list = () => screen.findByRole('table', { name: 'Pick list' })
export const rowOf = async (name: string) =>
  (await screen.findByRole('button', { name })).closest<HTMLElement>('tr[data-row]')!
export const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
export const check = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
/** Leaves the dialog that is open. */
export async function leave(): Promise<void> {
  await userEvent.keyboard('{Escape}')
  await noDialog()
}
/** Saves the list, and closes what Save says of it. */
export async function save(): Promise<void> {
  await press('Save')
  await screen.findByText('Changes to the PickList has been successfully saved')
  await leave()
}

/** An item as the database has it. */
export async function storedItem(pool: pg.Pool, id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select product, original_product, picked, out_of_stock, unit_quantity, case_quantity, cases_ordered
       from order_items where id = $1`,
    [id],
  )
  return rows[0]!
}
