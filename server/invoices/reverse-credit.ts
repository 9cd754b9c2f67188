/** Reverses a credit that was given by mistake. It stays, with who reversed it and when, and no longer counts. */
import { secondSql } from '../platform/json.ts'
import type pg from 'pg'
import { z } from 'zod'
import { cents, money } from '#contract/money.ts'
import { GivenCredit } from '#contract/invoices/schema.ts'
import { settled } from '#contract/orders/can.ts'
import { can, type Person } from '#contract/permissions.ts'
import { lockOrder, refuseIf, SETTLED_SQL } from '../orders/lock.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { forbidden, Problem } from '../platform/problem.ts'
import { IdRow, queryRow, queryRows } from '../platform/rows.ts'
import { mustSeeOrders } from '../platform/scope.ts'
import { recharge } from './charge.ts'
import { withdrawBefore } from './commands.ts'
import { AMOUNT_SQL, amountSaid } from './credits.ts'
import { addHistory, grandTotalOf } from './history.ts'
import { mustNotBePaying } from './payments/withdraw.ts'

const SQL = `
  select c.id, c.item_id as item, c.of_order, c.reason, ${AMOUNT_SQL}, c.total::text, c.tax::text, c.is_overpaid,
         ${secondSql('c.created_at')} as created_date, u.username,
         case when o.invoiced then c.order_id end as stands_on, r.username as reversed_by,
         case when c.reversed_at is not null then 'reversed' when o.invoiced is not true then 'waits'
              when ${SETTLED_SQL} then 'used' else 'stands' end as state
    from invoice_credits c left join users u on u.id = c.created_by left join users r on r.id = c.reversed_by
    left join orders o on o.id = c.order_id`

/**
 * Returns every credit that was given for this invoice or is on it, oldest first. Throws 403 for a person who does not
 * invoice.
 */
export async function readCredits(pool: pg.Pool, person: Person, order: number): Promise<GivenCredit[]> {
  await mustSeeOrders(pool, person, [order])
  if (!can(person, 'orders.invoice')) throw forbidden('Only the office may see the credits of an invoice.')
  return queryRows(
    pool,
    GivenCredit,
    `${SQL} where c.of_order = $1 or c.order_id = $1 order by c.created_at, c.id`,
    [order],
  )
}

/**
 * The rows of one credit: several where a part of it did not fit on an invoice. Money that a credit has made too much
 * of is stored by the same transaction, and is no part of that credit.
 */
const PARTS = `${SQL} join invoice_credits one on one.id = $1 and one.of_order = c.of_order and one.created_at = c.created_at
    and one.is_overpaid = c.is_overpaid
  order by c.id`

/**
 * Reverses a whole credit. Invoices that it is on come to more again, and no invoice takes a part that waits. The order
 * may be deleted (docs/decisions/0188): an invoice that was settled then kept the credit. Throws 404
 * where this order has no such credit, and 409 where it is reversed already, a part of it is on a settled invoice, or it
 * is money that was paid too much.
 */
export async function reverseCredit(
  context: Context,
  person: Person,
  { order, credit }: { order: number; credit: number },
  keyed: KeyedCall,
): Promise<void> {
  if (!can(person, 'orders.invoice')) {
    await mustSeeOrders(context.pool, person, [order])
    throw forbidden('Only the office may take back a credit.')
  }
  const known = await queryRows(context.pool, GivenCredit, PARTS, [credit])
  if (!known.some((part) => part.of_order === order || part.stands_on === order))
    throw new Problem(404, `There is no credit ${credit} of invoice ${order}.`)
  const overpaid = known.find(({ is_overpaid }) => is_overpaid)
  if (overpaid) throw await overpaidStays(context.pool, overpaid)
  const own = (await isThere(context.pool, order)) ? [order] : []
  const touched = [...new Set([...own, ...invoicesWith(known)])].sort((a, b) => a - b)
  for (const id of touched) await withdrawBefore(context, person, id, keyed)
  const moved = new Set<number>()
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      const invoiced = new Set<number>()
      for (const id of touched) {
        const locked = await lockOrder(client, person, id, 'reverseCredit')
        moved.add(locked.company_id)
        if (locked.invoiced) invoiced.add(id)
        if (invoicesWith(known).includes(id)) refuseIf(settled(locked, 'the credit stays'))
      }
      await client.query('select from invoice_credits where id = any($1::int[]) order by id for update', [
        known.map(({ id }) => id),
      ])
      // Another part may have been reversed before, because its line bills less than was credited.
      const parts = (await queryRows(client, GivenCredit, PARTS, [credit])).filter(
        ({ state }) => state !== 'reversed',
      )
      if (!parts.some(({ id }) => id === credit))
        throw new Problem(409, 'This credit has been taken back already.')
      if (invoicesWith(parts).some((id) => !touched.includes(id)))
        throw new Problem(409, 'Another invoice has just taken this credit. Please try again.')
      await client.query(
        'update invoice_credits set reversed_at = now(), reversed_by = $2 where id = any($1::int[])',
        [parts.map(({ id }) => id), person.id],
      )
      const sum = (of: 'total' | 'tax') => money(parts.reduce((all, part) => all + cents(part[of]), 0n))
      const said = `${amountSaid({ total: sum('total'), tax: sum('tax') })}: ${parts[0]!.reason}`
      for (const id of touched) {
        const charged = invoicesWith(parts).includes(id)
        if (charged) await mustNotBePaying(client, id)
        const done = { person, act: 'credit_reversed', detail: said } as const
        if (charged) await recharge(client, id, done)
        else {
          const total = invoiced.has(id) ? await grandTotalOf(client, id) : '0.00'
          await addHistory(client, person, id, done.act, total, said)
        }
      }
      return null
    }),
  )
  context.announcer.announce(moved)
}

const isThere = async (pool: pg.Pool, order: number): Promise<boolean> =>
  (await queryRow(pool, IdRow, 'select id from orders where id = $1', [order])) !== undefined

/** Returns why a credit of money that was paid too much is not taken back by itself. */
async function overpaidStays(pool: pg.Pool, { of_order }: GivenCredit): Promise<Problem> {
  return new Problem(
    409,
    (await isThere(pool, of_order))
      ? `This credit is money that was paid too much: take the payment of invoice ${of_order} back instead.`
      : `This credit is money that was paid too much on invoice ${of_order}. Order ${of_order} was deleted: the credit stays.`,
  )
}

/** Returns the other orders whose invoices have credits that were given for this order, in id order. */
export async function invoicesWithCreditsOf(pool: pg.Pool, order: number): Promise<number[]> {
  const orders = await queryRows(
    pool,
    IdRow,
    `select distinct order_id as id from invoice_credits
      where of_order = $1 and order_id <> $1 and not is_overpaid and reversed_at is null order by 1`,
    [order],
  )
  return orders.map(({ id }) => id)
}

/** A credit of an order that is about to be deleted. `on` is the other order whose invoice has it; null for none. */
const CreditToReverse = z.object({
  id: z.number(),
  reason: z.string(),
  total: z.string(),
  tax: z.string(),
  on: z.number().nullable(),
  is_settled: z.boolean(),
})

/**
 * Reverses the credits of an order that is about to be deleted. Credits on a settled invoice stay, and its history says
 * so (readings, "Credits and their order"). Money that was paid too much stays the location's (docs/decisions/0285).
 * Throws 409 where another invoice has taken a credit meanwhile, or where the customer is about to pay one of them.
 * @param others the other orders that the caller has locked
 */
export async function reverseCreditsOf(
  client: pg.ClientBase,
  person: Person,
  order: number,
  others: readonly number[],
): Promise<void> {
  const credits = await queryRows(
    client,
    CreditToReverse,
    `select c.id, c.reason, c.total::text, c.tax::text, nullif(c.order_id, $1) as on,
            coalesce(${SETTLED_SQL} or v.grand_total = 0, false) as is_settled
       from invoice_credits c left join orders o on o.id = nullif(c.order_id, $1)
       left join invoices v on v.order_id = o.id
      where c.of_order = $1 and not c.is_overpaid and c.reversed_at is null order by c.id for update of c`,
    [order],
  )
  if (credits.some(({ on }) => on !== null && !others.includes(on)))
    throw new Problem(409, 'Another invoice has just taken a credit of this order. Please try again.')
  await client.query(
    'update invoice_credits set reversed_at = now(), reversed_by = $2 where id = any($1::int[])',
    [credits.filter(({ is_settled }) => !is_settled).map(({ id }) => id), person.id],
  )
  for (const { on, is_settled, ...credit } of credits) {
    if (on === null) continue
    const said = `${amountSaid(credit)}: ${credit.reason}\nOrder ${order}, for which it was given, was deleted`
    if (is_settled)
      await addHistory(client, person, on, 'credit', await grandTotalOf(client, on), `${said}: it stays`)
    else {
      await mustNotBePaying(client, on)
      await recharge(client, on, { person, act: 'credit_reversed', detail: said })
    }
  }
}

/** Returns the invoices that a credit is on. */
const invoicesWith = (parts: readonly GivenCredit[]) =>
  parts.flatMap(({ stands_on, state }) => (stands_on === null || state === 'reversed' ? [] : [stands_on]))
