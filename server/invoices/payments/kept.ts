/** Money that is kept on an invoice that is not paid (readings, "Paid in parts"). */
import type pg from 'pg'
import { z } from 'zod'
import { cents, money } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { Problem } from '../../platform/problem.ts'
import { queryRow, queryRows } from '../../platform/rows.ts'
import { MONEY_JOIN } from '../ledger.ts'

const KeptOfOrder = z.object({ kept: z.string() })

/** Throws 409 `kept` where an invoice that is about to be removed has money on it. */
export async function mustKeepNothing(client: pg.ClientBase, order: number): Promise<void> {
  const found = await queryRow(
    client,
    KeptOfOrder,
    `select money.kept from orders o ${MONEY_JOIN} where o.id = $1`,
    [order],
  )
  const kept = found?.kept ?? '0'
  if (cents(kept) === 0n) return
  throw new Problem(
    409,
    `${kept} was paid of the invoice of order ${order}. Take that payment back, or hold it, first.`,
    { code: 'kept' },
  )
}

/** A credit of money paid too much, with the order whose invoice has used it; null where the credit waits. */
const OverpaidCredit = z.object({ order_id: z.number().nullable() })

/**
 * Reverses credits of money paid too much, because the payment is taken back or held and the money is owed again.
 * Throws 409 where another invoice has used one.
 */
export async function takeOverpaidBack(client: pg.ClientBase, person: Person, order: number): Promise<void> {
  const credits = await queryRows(
    client,
    OverpaidCredit,
    `update invoice_credits set reversed_at = now(), reversed_by = $2
      where of_order = $1 and is_overpaid and reversed_at is null returning order_id`,
    [order, person.id],
  )
  const used = credits.find(({ order_id }) => order_id !== null)
  if (used)
    throw new Problem(
      409,
      `The invoice of order ${used.order_id} has used what was paid too much. Unlock that order first.`,
    )
}

/** A credit of money paid too much that no invoice has used. */
const WaitingCredit = z.object({ id: z.number(), total: z.string() })

/**
 * Takes up to this amount off the credits of money paid too much on this order, because the bank has taken the payment
 * back. The part that another invoice has used stays, and is due on this order again (docs/decisions/0285).
 * @param amount cents
 * @returns what was taken off, in cents
 */
export async function takeReturnedBack(
  client: pg.ClientBase,
  order: number | null,
  amount: bigint,
): Promise<bigint> {
  // An invoice that is being made may divide one of them: its second row is read after the wait.
  await client.query(
    'select from invoice_credits where of_order = $1 and is_overpaid order by id for update',
    [order],
  )
  const credits = await queryRows(
    client,
    WaitingCredit,
    `select id, total::text from invoice_credits
      where of_order = $1 and is_overpaid and order_id is null and reversed_at is null order by id for update`,
    [order],
  )
  let left = amount
  for (const { id, total } of credits) {
    const waits = -cents(total)
    if (waits <= left)
      await client.query('update invoice_credits set reversed_at = now() where id = $1', [id])
    else await client.query('update invoice_credits set total = $2 where id = $1', [id, money(left - waits)])
    left = waits <= left ? left - waits : 0n
    if (left === 0n) break
  }
  return amount - left
}

/** Removes the card fee and the discount of an invoice that is removed, where all of its money went back. */
export const forgetTerms = (client: pg.ClientBase, order: number) =>
  client.query(
    `update payments set card_fee = 0, discount = 0 where order_id = $1 and status = 'succeeded' and (card_fee <> 0 or discount <> 0)`,
    [order],
  )

/**
 * Removes the card fees of an invoice that is made again. The new invoice has none, so a fee must not be taken off it
 * again together with the payment that had added it.
 */
export const forgetCardFees = (client: pg.ClientBase, order: number) =>
  client.query(
    `update payments set card_fee = 0 where order_id = $1 and status = 'succeeded' and card_fee <> 0`,
    [order],
  )

/** Stores money paid too much as a credit that waits for the location's next invoice. */
export async function letWait(
  client: pg.ClientBase,
  person: Person | null,
  order: number,
  over: bigint,
): Promise<void> {
  await client.query(
    `insert into invoice_credits (company_location_id, order_id, of_order, item_id, reason, total, tax, created_by, is_overpaid)
     select company_location_id, null, id, null, $2, $3, 0, $4, true from orders where id = $1`,
    [order, `Paid too much on invoice ${order}`, money(-over), person?.id ?? null],
  )
}

const Dropped = z.object({ was: z.string() })

/**
 * Takes the discount for paying on time that an invoice of this total no longer carries off the invoice and its
 * payments, the newest first.
 * @param said gets a line that names it
 * @returns whether there was such a discount
 */
export async function dropDiscount(
  client: pg.ClientBase,
  order: number,
  total: string,
  said: string[],
): Promise<boolean> {
  const dropped = await queryRow(
    client,
    Dropped,
    {
      name: 'drop discount',
      text: `with found as (
         select on_time_discount as was from invoices where order_id = $1 and on_time_discount > $2::numeric),
       newest as (
         select p.id, p.discount, sum(p.discount) over (order by p.created_at desc, p.id desc) - p.discount as newer
           from payments p where p.order_id = $1 and p.status = 'succeeded' and p.discount > 0
            and not exists (select from payments r where r.reverses = p.id)),
       lowered as (
         update payments p set discount = p.discount - least(n.discount, f.was - $2::numeric - n.newer)
           from newest n, found f where p.id = n.id and n.newer < f.was - $2::numeric)
       update invoices v set on_time_discount = $2 from found f where v.order_id = $1 returning f.was::text`,
    },
    [order, total],
  )
  if (!dropped) return false
  said.push(`On-time discount: -${dropped.was} → ${money(-cents(total))}`)
  return true
}

/** Moves the terms of a held payment to the payment that has paid the invoice since. */
export const handTermsOn = (client: pg.ClientBase, order: number, from: string) =>
  client.query(
    `with held as (
       update payments p set card_fee = 0, discount = 0 from payments was where p.id = $2 and was.id = p.id
       returning was.card_fee, was.discount)
     update payments set card_fee = payments.card_fee + held.card_fee, discount = payments.discount + held.discount from held
      where id = (select id from payments where order_id = $1 and id <> $2 and status = 'succeeded' and reverses is null
                   order by created_at desc, id desc limit 1)`,
    [order, from],
  )

const PaidSums = z.object({ kept: z.string(), discounted: z.string() })

/** What was paid of an invoice, in cents: the money that is kept, and the discount for paying on time. */
export interface KeptSums {
  kept: bigint
  discounted: bigint
}

/** Returns them; 0 for an order without an invoice. */
export async function keptSumsOf(client: pg.ClientBase, order: number): Promise<KeptSums> {
  const paid = await queryRow(
    client,
    PaidSums,
    `select money.kept, coalesce(v.on_time_discount, 0)::text as discounted
       from orders o left join invoices v on v.order_id = o.id ${MONEY_JOIN} where o.id = $1`,
    [order],
  )
  return { kept: cents(paid?.kept ?? '0'), discounted: cents(paid?.discounted ?? '0') }
}

/** Returns how much of the kept money is more than an invoice comes to, in cents. It carries no more discount than that. */
function overOf({ kept, discounted }: KeptSums, total: string): bigint {
  const all = cents(total)
  const over = kept + (discounted < all ? discounted : all) - all
  return kept === 0n || over < 0n ? 0n : over
}

/**
 * Throws 409 `below_kept` before an invoice comes to less than is kept of it. If that is confirmed, the surplus waits.
 * @param total what the invoice comes to
 * @param paid what `keptSumsOf` returns
 */
export async function settleKept(
  client: pg.ClientBase,
  person: Person,
  order: number,
  total: string,
  paid: KeptSums,
  isConfirmed: boolean,
): Promise<void> {
  const over = overOf(paid, total)
  if (over === 0n) return
  if (!isConfirmed) {
    const message = `${money(paid.kept)} was paid of invoice ${order}, which would come to ${total}. If you go on, ${money(over)} waits for the location's next invoice.`
    throw new Problem(409, message, { code: 'below_kept', against: [{ code: 'below_kept', message }] })
  }
  await letWait(client, person, order, over)
}

/**
 * Lets the surplus beyond an invoice's total wait, after this transaction has changed what is kept or what the invoice
 * comes to.
 * @param total what the invoice comes to
 */
export async function letOverWait(
  client: pg.ClientBase,
  person: Person | null,
  order: number,
  total: string,
): Promise<void> {
  // Otherwise the ledger has this transaction's changes only at its end.
  await client.query('set constraints ledger immediate')
  await client.query('set constraints ledger deferred')
  const over = overOf(await keptSumsOf(client, order), total)
  if (over > 0n) await letWait(client, person, order, over)
}
