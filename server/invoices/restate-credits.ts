/** Credits that a discount for paying on time has lowered, after the discount has changed (docs/decisions/0291). */
import type pg from 'pg'
import { z } from 'zod'
import { loweredBy, restated, typedOf } from '#contract/invoices/credits.ts'
import type { InvoiceItem } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import { queryRows } from '../platform/rows.ts'
import { discountOf } from './credits.ts'
import { itemCreditsOf } from './exceeded-credits.ts'

const LockedCredit = z.object({ id: z.number() })

/**
 * Credits again what the order's present discount allows, for the credits that it had lowered. Credits on another
 * invoice stay. Does not compute the invoice again. The caller holds the order's lock.
 * @param items the invoice's items as it charges them; none where the order has no invoice
 * @param said gets a line for each credit that changes
 * @returns whether a credit on the order's own invoice has changed
 */
export async function restateCredits(
  client: pg.ClientBase,
  order: number,
  items: readonly InvoiceItem[],
  said: string[],
): Promise<boolean> {
  // An invoice that is being made may take one of them, or divide it: they are read after the wait. One that an unlock
  // frees after this statement is not locked, and counts as on another invoice.
  const locked = await queryRows(
    client,
    LockedCredit,
    'select id from invoice_credits where of_order = $1 and (order_id is null or order_id = $1) order by id for update',
    [order],
  )
  const ids = new Set(locked.map(({ id }) => id))
  const credits = await itemCreditsOf(client, order)
  const lowered = credits.filter((one) => ids.has(one.id) && typedOf(one) !== -cents(one.total))
  if (lowered.length === 0) return false
  const others = credits.filter((one) => !lowered.includes(one))
  const discount = await discountOf(client, order)
  let isOnInvoice = false
  for (const [n, { id, order_id, reason, amount, total }] of restated(lowered, others, {
    items,
    discount,
  }).entries()) {
    const before = lowered[n]!.total
    if (total === before) continue
    await client.query('update invoice_credits set total = $2, discount = $3 where id = $1', [
      id,
      total,
      loweredBy({ amount, total }),
    ])
    said.push(`Credit “${reason}”: ${money(-cents(before))} → ${money(-cents(total))}`)
    isOnInvoice ||= order_id === order
  }
  return isOnInvoice
}
