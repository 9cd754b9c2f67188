/** The late fee of an order: decided when it is placed or its day is moved, and stored with it (readings, "Late fee"). */
import type pg from 'pg'
import { z } from 'zod'
import { wasLate } from '#contract/orders/cutoff.ts'
import type { Context } from '../platform/context.ts'
import { queryRows } from '../platform/rows.ts'
import { orderingTerms } from '../settings/terms.ts'

/** An order, and what its location is charged where it is late. */
const LateFeeOrder = z.object({
  id: z.number(),
  placed_at: z.string(),
  delivery_date: z.string(),
  late_order_fee: z.string(),
})

/** Decides the late fees of orders that were just placed or whose day was moved, by the settings and locations of this moment. */
export async function decideLateFees(
  context: Pick<Context, 'env'>,
  client: pg.ClientBase,
  orders: readonly number[],
): Promise<void> {
  if (orders.length === 0) return
  const decided = await queryRows(
    client,
    LateFeeOrder,
    {
      name: 'orders with a late fee',
      text: `select o.id, o.placed_at, o.delivery_date::text, l.late_order_fee::text
             from orders o join company_locations l on l.id = o.company_location_id where o.id = any($1::int[])`,
    },
    [orders],
  )
  const terms = await orderingTerms(context, client)
  await client.query({
    name: 'late fees',
    text: `update orders o set late_fee = r.fee from unnest($1::int[], $2::numeric[]) as r(id, fee)
            where o.id = r.id and o.late_fee is distinct from r.fee`,
    values: [
      decided.map(({ id }) => id),
      decided.map((order) => (wasLate(order, terms) ? order.late_order_fee : '0.00')),
    ],
  })
}
