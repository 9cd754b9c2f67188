/** Taking back a credit that was given by mistake: it stays, with who reversed it and when, and counts nowhere any more. */
import type pg from 'pg'
import { cents, money } from '#contract/money.ts'
import type { GivenCredit } from '#contract/invoices/schema.ts'
import { settled } from '#contract/orders/can.ts'
import { can, type Person } from '#contract/permissions.ts'
import { lockOrder } from '../orders/lock.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { forbidden, Problem } from '../platform/problem.ts'
import { mustSeeOrders } from '../platform/scope.ts'
import { recharge } from './charge.ts'
import { withdrawBefore } from './commands.ts'
import { amountSaid } from './credits.ts'
import { addHistory, grandTotalOf } from './history.ts'
import { mustNotBePaying } from './payments/withdraw.ts'

const SQL = `
  select c.id, c.item_id as item, c.of_order, c.reason, c.total::text, c.tax::text,
         to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_date, u.username,
         c.order_id as stands_on, r.username as reversed_by,
         case when c.reversed_at is not null then 'reversed' when c.order_id is null then 'waits'
              when o.paid_status in ('p', 'e', 'i') then 'used' else 'stands' end as state
    from invoice_credits c left join users u on u.id = c.created_by left join users r on r.id = c.reversed_by
    left join orders o on o.id = c.order_id`

/** Every credit that was given for this invoice or stands on it, oldest first. Throws 403 for who does not invoice. */
export async function readCredits(pool: pg.Pool, person: Person, order: number): Promise<GivenCredit[]> {
  await mustSeeOrders(pool, person, [order])
  if (!can(person, 'orders.invoice')) throw forbidden('Only the office may see the credits of an invoice.')
  const { rows } = await pool.query<GivenCredit>(
    `${SQL} where c.of_order = $1 or c.order_id = $1 order by c.created_at, c.id`,
    [order],
  )
  return rows
}

/** The rows of one credit: more than one where a part of it did not fit on an invoice. */
const PARTS = `${SQL} join invoice_credits one on one.id = $1 and one.of_order = c.of_order and one.created_at = c.created_at
  order by c.id`

/**
 * Reverses a whole credit: where it stands on invoices they come to more again, and where it waits no invoice takes it. Throws
 * 404 where there is no such credit of this order's, and 409 where it is reversed already or a part of it is on an invoice
 * that is settled.
 */
export async function reverseCredit(
  context: Context,
  person: Person,
  { order, credit }: { order: number; credit: number },
  keyed: KeyedCall,
): Promise<void> {
  await mustSeeOrders(context.pool, person, [order])
  if (!can(person, 'orders.invoice')) throw forbidden('Only the office may take back a credit.')
  const { rows: known } = await context.pool.query<GivenCredit>(PARTS, [credit])
  if (!known.some((part) => part.of_order === order || part.stands_on === order))
    throw new Problem(404, `There is no credit ${credit} of invoice ${order}.`)
  const touched = [...new Set([order, ...standing(known)])].sort((a, b) => a - b)
  for (const id of touched) await withdrawBefore(context, person, id, keyed)
  const moved = new Set<number>()
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      for (const id of touched) {
        const locked = await lockOrder(client, person, id, 'credit')
        moved.add(locked.company_id)
        const stays = settled(locked, 'the credit stays')
        if (stays && standing(known).includes(id)) throw new Problem(stays.status, stays.message)
      }
      await client.query('select from invoice_credits where id = any($1::int[]) order by id for update', [
        known.map(({ id }) => id),
      ])
      const { rows: parts } = await client.query<GivenCredit>(PARTS, [credit])
      if (parts.some(({ state }) => state === 'reversed'))
        throw new Problem(409, 'This credit has been taken back already.')
      if (standing(parts).some((id) => !touched.includes(id)))
        throw new Problem(409, 'Another invoice has just taken this credit. Please try again.')
      await client.query(
        'update invoice_credits set reversed_at = now(), reversed_by = $2 where id = any($1::int[])',
        [parts.map(({ id }) => id), person.id],
      )
      const sum = (of: 'total' | 'tax') => money(parts.reduce((all, part) => all + cents(part[of]), 0n))
      const said = `${amountSaid({ total: sum('total'), tax: sum('tax') })}: ${parts[0]!.reason}`
      for (const id of touched) {
        const charged = standing(parts).includes(id)
        if (charged) await mustNotBePaying(client, id)
        const done = { person, act: 'credit_reversed', detail: said } as const
        if (charged) await recharge(client, id, done)
        else await addHistory(client, person, id, done.act, await grandTotalOf(client, id), said)
      }
      return null
    }),
  )
  context.announcer.announce(moved)
}

/** The invoices that a credit stands on. */
const standing = (parts: readonly GivenCredit[]) =>
  parts.flatMap(({ stands_on, state }) => (stands_on === null || state === 'reversed' ? [] : [stands_on]))
