import type pg from 'pg'
import { z } from 'zod'
import { can, type Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../../platform/context.ts'
import { forbidden } from '../../platform/problem.ts'
import { queryRow } from '../../platform/rows.ts'
import { lockInvoice, type PaidInvoice } from './rows.ts'

/** Marks an order as paid: online (`p`) or externally (`e`). Records whether it was ready for payment. */
export const markPaid = (client: pg.ClientBase, order: number, status: 'p' | 'e') =>
  client.query(
    `with was as (
       update invoices v set was_ready = o.paid_status in ('r', 'i') from orders o
        where o.id = v.order_id and v.order_id = $1 and o.paid_status not in ('p', 'e'))
     update orders set paid_status = $2 where id = $1`,
    [order, status],
  )

const ReadyBefore = z.object({ was_ready: z.boolean() })

/** Returns the status of an invoice that is open again: ready for payment if it was so before it was paid. */
export async function openStatus(client: pg.ClientBase, order: number): Promise<'' | 'r'> {
  const invoice = await queryRow(client, ReadyBefore, 'select was_ready from invoices where order_id = $1', [
    order,
  ])
  return invoice?.was_ready ? 'r' : ''
}

/**
 * Sets another paid status of an order under its lock, and notifies every device.
 * @param refusal the message for a person who takes no payments
 * @param decide returns the new status, or null where nothing changes; throws where something blocks the change
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
