/** What paying adds to an invoice and takes off it: the card fee, and the discount for paying on time. */
import type pg from 'pg'
import type { InvoiceHistoryLine } from '#contract/invoices/schema.ts'
import { cents } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { addHistory, addIssued, grandTotalOf, keepIssued } from '../history.ts'

/** Money. Below 0 it leaves the invoice again. */
export interface PaymentTerms {
  card_fee: string
  discount: string
}

/** What is said of the change in the invoice's history. */
interface Said {
  /** Null for what the payment provider told. */
  person: Person | null
  act: InvoiceHistoryLine['act']
  detail: string
}

/**
 * Changes an invoice and its order's total by these terms, with a line of history. The invoice is kept as it was issued before, and as it is
 * issued now; where the terms are 0 it does not change, and there is the line alone. Throws 404 where there is no invoice.
 * @returns what the invoice comes to
 */
export async function changeTerms(
  client: pg.ClientBase,
  order: number,
  { card_fee, discount }: PaymentTerms,
  { person, act, detail }: Said,
): Promise<string> {
  const isChange = cents(card_fee) !== 0n || cents(discount) !== 0n
  if (isChange) {
    await keepIssued(client, order)
    await client.query(
      `with changed as (
         update invoices set credit_card_fee = credit_card_fee + $2, grand_total = grand_total + $2,
                on_time_discount = on_time_discount + $3, version = version + 1
          where order_id = $1 returning grand_total)
       update orders set invoice_total = changed.grand_total from changed where id = $1`,
      [order, card_fee, discount],
    )
  }
  const total = await grandTotalOf(client, order)
  await (isChange ? addIssued : addHistory)(client, person, order, act, total, detail)
  return total
}
