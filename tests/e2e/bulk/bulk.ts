/** Helpers for the specs of the bulk operations: orders of a day of their own, and the controls of their screens. */
import type { Page } from '@playwright/test'
import { addDays } from '#contract/day.ts'
import { callApi, expect, type Server } from '../larder.ts'
import { takeOrder } from '../office.ts'

/** The first PDF loads its maker and fonts, and a busy machine takes long to lay out pages. */
export const MADE = { timeout: 90_000 }

/**
 * Returns a function that gives the days of a spec, one per test, because a server belongs to one worker. The days are
 * long ago, so that no other test's list begins with these orders.
 * @param first a day of its own for each spec
 */
export function ownDays(first: string): () => string {
  let days = 0
  return () => addDays(first, days++)
}
const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** Takes orders that no other test touches, all of the first one's location, for delivery on this day. */
export async function ordersOn(server: Server, day: string, count: number, note = ''): Promise<number[]> {
  const orders: number[] = []
  while (orders.length < count) {
    const [first] = orders
    const where =
      first === undefined
        ? 'true'
        : `o.company_location_id = (select company_location_id from orders where id = ${first})`
    orders.push(await takeOrder(server, where))
  }
  await server.query('update orders set delivery_date = $2, note = $3 where id = any($1)', [
    orders,
    day,
    note,
  ])
  return orders.toSorted((a, b) => a - b)
}

/**
 * Picks one line of each order and marks the others out of stock, so that the order is picked complete. It takes a line
 * without a weight where there is one, because an invoice asks about a line that was not weighed.
 */
export async function pickAll(server: Server, orders: readonly number[]): Promise<void> {
  for (const order of orders) {
    const [line] = await server.query<{ id: string; by: string }>(
      `update order_items i set out_of_stock = (i.id <> l.id), lot_tracked = false
         from (select id, price_per_unit from order_items where order_id = $1
                order by price_snapshot ->> 'weight_type' <> '', id limit 1) l
        where i.order_id = $1
        returning l.id, case when l.price_per_unit > 0 then 'unit_quantity' else 'case_quantity' end as by`,
      [order],
    )
    const body = { [line!.by]: 2, picked: true }
    expect((await callApi(server, 'office', 'PATCH', `orderitems/${line!.id}`, body)).status).toBe(200)
  }
}

const day = (page: Page, label: string) => page.getByRole('textbox', { name: label })
export async function chooseDay(page: Page, label: string, value: string): Promise<void> {
  await day(page, label).fill(us(value))
  // The calendar closes when the field is left.
  await day(page, label).press('Tab')
}
export const box = (page: Page, order: number) =>
  page.getByRole('checkbox', { name: `Choose ${order}`, exact: true })
/** The button of the screen itself. */
export const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click()
