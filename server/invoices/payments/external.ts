/** Invoices that are paid by check, in cash or otherwise, as the office says it (docs/decisions/0046). */
import { randomUUID } from 'node:crypto'
import type { Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { addHistory } from '../history.ts'
import { noInvoice, type PaidInvoice } from './rows.ts'
import { changeStatus } from './status.ts'
import { mustNotBePaying, withdrawPayment } from './withdraw.ts'

const REFUSAL = 'Only the office may say that an invoice is paid.'

/** Marks the invoice as paid externally, in full. Said twice it is one payment; 409 where it is paid online, or being paid. */
export async function payExternally(
  context: Context,
  person: Person,
  order: number,
  note: string,
): Promise<void> {
  await withdrawPayment(context, person, order, 'payments.manage')
  await changeStatus(context, person, order, REFUSAL, async (client, invoice) => {
    if (invoice.grand_total === null) throw noInvoice(order)
    mustNotBeOnline(order, invoice)
    if (invoice.paid_status === 'e') return null
    await mustNotBePaying(client, order)
    await client.query(
      `insert into payments (id, order_id, method, status, invoice_total, amount, note, created_by)
       values ($1, $2, 'external', 'succeeded', $3, $3, $4, $5)`,
      [randomUUID(), order, invoice.grand_total, note, person.id],
    )
    const said = ['Externally', note].filter(Boolean).join(': ')
    await addHistory(client, person, order, 'paid', invoice.grand_total, said)
    return 'e'
  })
}

/** Takes that back: the invoice is open again, and not yet ready for payment. Who did so stays in the payment details. */
export const takeBack = (context: Context, person: Person, order: number): Promise<void> =>
  changeStatus(context, person, order, REFUSAL, async (client, invoice) => {
    mustNotBeOnline(order, invoice)
    if (invoice.paid_status !== 'e') return null
    await client.query(
      `update payments set status = 'canceled', error_message = $2, modified_at = now(), version = version + 1
        where order_id = $1 and method = 'external' and status = 'succeeded'`,
      [order, `Taken back by ${person.username}.`],
    )
    await addHistory(
      client,
      person,
      order,
      'reopened',
      invoice.grand_total ?? '0',
      'Not paid externally after all',
    )
    return ''
  })

function mustNotBeOnline(order: number, { paid_status }: PaidInvoice): void {
  if (paid_status === 'i') throw new Problem(409, `A payment of order ${order} is in progress.`)
  if (paid_status === 'p') throw new Problem(409, `Order ${order} is paid online.`)
}
