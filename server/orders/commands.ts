/** The order commands that only the server runs: deleting, unlocking. Each locks the order first. */
import type { Person } from '#contract/permissions.ts'
import { freeCredits } from '../invoices/credits.ts'
import { forgetTerms, mustKeepNothing } from '../invoices/payments/kept.ts'
import { addHistory, keepIssued } from '../invoices/history.ts'
import { GrandTotalRow } from '../invoices/invoice-row.ts'
import { mustNotBeExported } from '../invoices/quickbooks.ts'
import { restateCredits } from '../invoices/restate-credits.ts'
import { invoicesWithCreditsOf, reverseCreditsOf } from '../invoices/reverse-credit.ts'
import { mustNotBePaying, withdrawPayment } from '../invoices/payments/withdraw.ts'
import { transaction, type Context } from '../platform/context.ts'
import { queryRow } from '../platform/rows.ts'
import { summariseOrders } from '../edits/store.ts'
import { lockOrder, lockOrderRow } from './lock.ts'
import { closeRequests } from './requests.ts'

/** Whether a person has confirmed that the books may keep what was exported to them. */
interface ConfirmExported {
  confirm_exported?: boolean | undefined
}

/**
 * A272, A208: deletes an order; refuses an invoiced one. Its items and pieces are deleted with it, and the credits that
 * were given for it are reversed where no settled invoice has used them (readings, "Credits and their order"). Money
 * that was paid too much on it stays the location's (docs/decisions/0285).
 */
export async function deleteOrder(
  context: Context,
  person: Person,
  id: number,
  { confirm_exported = false }: ConfirmExported = {},
): Promise<void> {
  const others = await invoicesWithCreditsOf(context.pool, id)
  for (const other of others) await withdrawPayment(context, person, other, 'orders.delete')
  const company = await transaction(context.pool, async (client) => {
    for (const other of others) if (other < id) await lockOrderRow(client, null, other)
    const order = await lockOrder(client, person, id, 'remove')
    for (const other of others) if (other > id) await lockOrderRow(client, null, other)
    await mustNotBeExported(
      client,
      id,
      confirm_exported,
      'Deleted here, it stays in the books: take it out there.',
    )
    await reverseCreditsOf(client, person, id, others)
    await closeRequests(context, client, person, id)
    await client.query('delete from orders where id = $1', [id])
    return order.company_id
  })
  context.announcer.announce([company])
}

/**
 * A209, A210, readings "Paid status": unlocks an order. Refuses one that is not invoiced, and one that is paid or whose
 * payment is in progress.
 */
export async function unlockOrder(
  context: Context,
  person: Person,
  id: number,
  { confirm_exported = false }: ConfirmExported = {},
): Promise<void> {
  await withdrawPayment(context, person, id, 'orders.unlock')
  const company = await transaction(context.pool, async (client) => {
    const order = await lockOrder(client, person, id, 'unlock')
    await mustNotBeExported(
      client,
      id,
      confirm_exported,
      'The books keep it until its next export tells them what changed.',
    )
    await mustNotBePaying(client, id)
    await mustKeepNothing(client, id)
    await forgetTerms(client, id)
    await keepIssued(client, id)
    const invoice = await queryRow(
      client,
      GrandTotalRow,
      'delete from invoices where order_id = $1 returning grand_total',
      [id],
    )
    await freeCredits(client, id)
    // The discount for paying on time went with the invoice.
    const said: string[] = []
    await restateCredits(client, id, [], said)
    if (invoice) await addHistory(client, person, id, 'unlocked', invoice.grand_total, said.join('\n'))
    // The confirmation of average weights belonged to that invoice: the pieces may be weighed now.
    await client.query(
      'update order_items set billed_at_average = false where order_id = $1 and billed_at_average',
      [id],
    )
    await client.query(
      `update orders set invoiced = false, invoice_total = null, paid_status = '' where id = $1`,
      [id],
    )
    await summariseOrders(client, [id])
    return order.company_id
  })
  context.announcer.announce([company])
}
