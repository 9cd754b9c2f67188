/**
 * Touches the orders on devices. An order there shows columns of other tables: the name and address of its location,
 * and its customer's username. A command that changes one of these touches the orders, so that the feed sends them to
 * the devices.
 */
import type pg from 'pg'
import { z } from 'zod'
import { addDays } from '#contract/day.ts'
import { PULL_DAYS_BACK } from '#contract/spec.ts'
import { today, type Context } from '../platform/context.ts'
import { queryRows } from '../platform/rows.ts'

/** Whose orders: of a location, or of a customer. */
export type OrdersOf = { location: number } | { customer: number }

/** The orders that devices may hold: since day $2. */
const HELD = 'delivery_date >= $2'

function ordersOf(context: Context, of: OrdersOf) {
  const [column, value] =
    'location' in of ? ['company_location_id', of.location] : ['customer_id', of.customer]
  return { whose: `${column} = $1`, values: [value, addDays(today(context), -PULL_DAYS_BACK)] }
}

/**
 * Locks the orders that devices may hold, and older ones that are not invoiced yet, whose lines may follow a flag
 * (lots). Locks them in one statement and in id order, since two calls could otherwise wait for each other. Must be
 * called before any other row is locked.
 */
export async function lockOrdersOf(context: Context, client: pg.ClientBase, of: OrdersOf): Promise<void> {
  const { whose, values } = ordersOf(context, of)
  await client.query(
    `select from orders where ${whose} and (${HELD} or not invoiced) order by id for no key update`,
    values,
  )
}

const TouchedOrder = z.object({ company_id: z.number() })

/**
 * Lets the feed send the orders that devices may hold again, without changing their rows. They must be locked.
 *
 * @returns the companies that they belong to, for `announcer.announce`
 */
export async function touchHeldOrders(
  context: Context,
  client: pg.ClientBase,
  of: OrdersOf,
): Promise<number[]> {
  const { whose, values } = ordersOf(context, of)
  const touched = await queryRows(
    client,
    TouchedOrder,
    `update orders set note = note where ${whose} and ${HELD} returning company_id`,
    values,
  )
  return [...new Set(touched.map(({ company_id }) => company_id))]
}
