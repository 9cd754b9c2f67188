/** What is done to an order by its server alone: deleting, unlocking. Each locks the order first. */
import type pg from 'pg'
import { can, type Capability, type Person } from '#contract/permissions.ts'
import { mustNotBePaying, withdrawPayment } from '../invoices/payments/withdraw.ts'
import { transaction, type Context } from '../platform/context.ts'
import { forbidden, notFound, Problem } from '../platform/problem.ts'
import { summariseOrders } from '../sync/write.ts'
import { companyOf } from './scope.ts'

interface Locked {
  id: number
  company_id: number
  invoiced: boolean
  paid_status: string
}

/** Locks the order for this person, or says 404 (not theirs to know of) or 403 (not theirs to do). */
export async function lockOrder(
  client: pg.ClientBase,
  person: Person,
  id: number,
  capability: Capability,
): Promise<Locked> {
  const { rows } = await client.query<Locked>(
    `select id, company_id, invoiced, paid_status from orders
      where id = $1 and ($2::int is null or company_id = $2) for update`,
    [id, companyOf(person)],
  )
  if (!rows[0]) throw notFound('order')
  if (!can(person, capability)) throw forbidden()
  return rows[0]
}

/** Readings, "Paid status": paid, paid externally, or a payment on its way: nothing that is charged changes any more. */
export const isSettled = (paidStatus: string): boolean => ['p', 'e', 'i'].includes(paidStatus)

/** A272, A208: an invoiced order is refused. Its items and pieces go with it. */
export async function deleteOrder(context: Context, person: Person, id: number): Promise<void> {
  const company = await transaction(context.pool, async (client) => {
    const order = await lockOrder(client, person, id, 'orders.delete')
    if (order.invoiced) throw new Problem(423, `Order ${id} is invoiced and locked. Unlock it to delete it.`)
    await client.query('delete from orders where id = $1', [id])
    return order.company_id
  })
  context.announcer.announce([company])
}

/** A209, A210, readings "Paid status": refused unless invoiced, and once paid or in progress. */
export async function unlockOrder(context: Context, person: Person, id: number): Promise<void> {
  await withdrawPayment(context, person, id, 'orders.unlock')
  const company = await transaction(context.pool, async (client) => {
    const order = await lockOrder(client, person, id, 'orders.unlock')
    if (!order.invoiced) throw new Problem(409, `Order ${id} has no invoice: there is nothing to unlock.`)
    if (isSettled(order.paid_status))
      throw new Problem(409, `Order ${id} is paid or being paid and cannot be unlocked.`)
    await mustNotBePaying(client, id)
    await client.query('delete from invoices where order_id = $1', [id])
    await client.query(
      `update orders set invoiced = false, invoice_total = null, paid_status = '' where id = $1`,
      [id],
    )
    await summariseOrders(client, [id])
    return order.company_id
  })
  context.announcer.announce([company])
}
