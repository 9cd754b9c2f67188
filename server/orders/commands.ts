/** What is done to an order by its server alone: deleting, invoicing, unlocking. Each locks the order first. */
import type pg from 'pg'
import { can, type Capability, type Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../platform/context.ts'
import { forbidden, notFound, Problem } from '../platform/problem.ts'
import { devicesHolding, holdingSentence } from '../sync/devices.ts'
import { summariseOrders } from '../sync/write.ts'
import { companyOf } from './scope.ts'

interface Locked {
  id: number
  company_id: number
  invoiced: boolean
  paid_status: string
  picked_total: string
}

/** Locks the order for this person, or says 404 (not theirs to know of) or 403 (not theirs to do). */
async function lockOrder(
  client: pg.ClientBase,
  person: Person,
  id: number,
  capability: Capability,
): Promise<Locked> {
  const { rows } = await client.query<Locked>(
    `select id, company_id, invoiced, paid_status, picked_total from orders
      where id = $1 and ($2::int is null or company_id = $2) for update`,
    [id, companyOf(person)],
  )
  if (!rows[0]) throw notFound('order')
  if (!can(person, capability)) throw forbidden()
  return rows[0]
}

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
  const company = await transaction(context.pool, async (client) => {
    const order = await lockOrder(client, person, id, 'orders.unlock')
    if (!order.invoiced) throw new Problem(409, `Order ${id} has no invoice: there is nothing to unlock.`)
    if (['p', 'e', 'i'].includes(order.paid_status))
      throw new Problem(409, `Order ${id} is paid or being paid and cannot be unlocked.`)
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

/**
 * A207, A246: an invoice of what was picked, which locks the order. A lot-tracked line that was picked without a lot
 * blocks it. Where a device still holds edits of the order the caller is warned first, and may confirm. The invoice's own lines and fees come with its screen.
 */
export async function generateInvoice(
  context: Context,
  person: Person,
  id: number,
  { regenerate, confirmUnsent }: { regenerate: boolean; confirmUnsent: boolean },
): Promise<void> {
  const company = await transaction(context.pool, async (client) => {
    const order = await lockOrder(client, person, id, 'orders.invoice')
    if (order.invoiced && !regenerate) throw new Problem(409, `Order ${id} has an invoice already.`)
    if (['p', 'e', 'i'].includes(order.paid_status))
      throw new Problem(409, `Order ${id} is paid or being paid: its invoice stays as it is.`)
    const holding = confirmUnsent ? [] : await devicesHolding(client, id)
    if (holding.length > 0)
      throw new Problem(409, holdingSentence(id, holding), { code: 'unsent_edits', devices: holding })
    const { rows } = await client.query<{ name: string }>(
      `select p.name from order_items i join products p on p.upc = i.product
        where i.order_id = $1 and i.lot_tracked and not i.out_of_stock and i.unit_quantity + i.case_quantity > 0
          and i.unit_quantity + i.case_quantity >
              (select count(*) from order_subitems s where s.order_item_id = i.id and s.lot_code is not null)
        order by p.name`,
      [id],
    )
    if (rows.length > 0)
      throw new Problem(409, `A lot code is missing for: ${rows.map((row) => row.name).join(', ')}.`)
    await client.query(
      `insert into invoices (order_id, subtotal, grand_total) values ($1, $2, $2)
         on conflict (order_id) do update set subtotal = excluded.subtotal, grand_total = excluded.grand_total, created_at = now()`,
      [id, order.picked_total],
    )
    await client.query(
      `update orders set invoiced = true, invoice_total = picked_total, status = 'invoiced' where id = $1`,
      [id],
    )
    return order.company_id
  })
  context.announcer.announce([company])
}
