import type pg from 'pg'
import { can, type Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../../platform/context.ts'
import { forbidden } from '../../platform/problem.ts'
import { lockInvoice, type PaidInvoice } from './rows.ts'

/**
 * Gives an order another paid status under its lock, and tells every device.
 * @param refusal what somebody is told who takes no payments
 * @param decide the new status, or null where nothing changes; throws what stands in the way
 */
export async function changeStatus(
  context: Context,
  person: Person,
  order: number,
  refusal: string,
  decide: (client: pg.ClientBase, invoice: PaidInvoice) => string | null | Promise<string | null>,
): Promise<void> {
  const company = await transaction(context.pool, async (client) => {
    const invoice = await lockInvoice(client, person, order)
    if (!can(person, 'payments.manage')) throw forbidden(refusal)
    const status = await decide(client, invoice)
    if (status === null) return null
    await client.query('update orders set paid_status = $2 where id = $1', [order, status])
    return invoice.company
  })
  if (company !== null) context.announcer.announce([company])
}
