/** The amounts that paying adds to an invoice and takes off it: the card fee, and the discount for paying on time. */
import type pg from 'pg'
import type { InvoiceHistoryLine } from '#contract/invoices/schema.ts'
import { cents } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { followDiscount } from '../charge.ts'
import { addHistory, addIssued, grandTotalOf, keepIssued } from '../history.ts'
import { letOverWait } from './kept.ts'

/** Money. A negative amount is taken off the invoice again. */
export interface PaymentTerms {
  card_fee: string
  discount: string
}

/** The change's line in the invoice's history. */
interface Said {
  /** Null for what the payment provider reported. */
  person: Person | null
  act: InvoiceHistoryLine['act']
  detail: string
}

/**
 * Changes an invoice and its order's total by these terms, with a line of history. Where terms leave the invoice, its
 * credits follow (`followDiscount`). Keeps the invoice as it was issued before, and as it is issued now. If the terms
 * are 0 the invoice does not change, and only the line is added. Throws 404 where there is no invoice.
 * @returns what the invoice comes to
 */
export async function changeTerms(
  client: pg.ClientBase,
  order: number,
  { card_fee, discount }: PaymentTerms,
  { person, act, detail }: Said,
): Promise<string> {
  const isChange = cents(card_fee) !== 0n || cents(discount) !== 0n
  const details = [detail]
  if (isChange) {
    await keepIssued(client, order)
    await client.query(
      // No more is taken off than is on the invoice: the office may have changed its card fee since.
      `with terms as (
         select order_id, greatest($2::numeric, -credit_card_fee) as card_fee,
                greatest($3::numeric, -on_time_discount) as discount from invoices where order_id = $1), changed as (
         update invoices i set credit_card_fee = i.credit_card_fee + t.card_fee, grand_total = i.grand_total + t.card_fee,
                on_time_discount = i.on_time_discount + t.discount, version = version + 1
           from terms t where i.order_id = t.order_id returning i.grand_total)
       update orders set invoice_total = changed.grand_total from changed where id = $1`,
      [order, card_fee, discount],
    )
    if (cents(card_fee) < 0n || cents(discount) < 0n) details.push(...(await followDiscount(client, order)))
  }
  const total = await grandTotalOf(client, order)
  await (isChange ? addIssued : addHistory)(client, person, order, act, total, details.join('\n'))
  return total
}

/**
 * Credits more where a payment on its way, to which a discount was promised, has come to nothing. The invoice may come
 * to less then: a surplus waits for the location.
 */
export async function forgetPromise(client: pg.ClientBase, order: number): Promise<void> {
  await keepIssued(client, order)
  const details = await followDiscount(client, order)
  if (details.length === 0) return
  const total = await grandTotalOf(client, order)
  await addIssued(client, null, order, 'credit', total, details.join('\n'))
  await letOverWait(client, null, order, total)
}
