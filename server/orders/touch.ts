/**
 * A device's order shows columns of other tables: the name and address of its location, and its customer's username. A
 * command that changes one of these touches the orders, so that the feed brings them to the devices.
 */
import type pg from 'pg'
import { addDays } from '#contract/day.ts'
import { PULL_DAYS_BACK } from '#contract/spec.ts'
import { today, type Context } from '../platform/context.ts'

/** Whose orders: of a location, or of a customer. */
export type OrdersOf = { location: number } | { customer: number }

/** The orders that devices may hold. */
const heldBy = (context: Context, of: OrdersOf) => ({
  where: `${'location' in of ? 'company_location_id' : 'customer_id'} = $1 and delivery_date >= $2`,
  values: ['location' in of ? of.location : of.customer, addDays(today(context), -PULL_DAYS_BACK)],
})

/** Locks them in id order. Call it before any other row is locked: every writer locks orders first. */
export async function lockHeldOrders(context: Context, client: pg.ClientBase, of: OrdersOf): Promise<void> {
  const { where, values } = heldBy(context, of)
  await client.query(`select from orders where ${where} order by id for no key update`, values)
}

/**
 * Leaves their rows as they are, and lets the feed bring them again. They must be locked.
 *
 * @returns the companies that they belong to, for `announcer.announce`
 */
export async function touchHeldOrders(
  context: Context,
  client: pg.ClientBase,
  of: OrdersOf,
): Promise<number[]> {
  const { where, values } = heldBy(context, of)
  const { rows } = await client.query<{ company_id: number }>(
    `update orders set note = note where ${where} returning company_id`,
    values,
  )
  return [...new Set(rows.map(({ company_id }) => company_id))]
}
