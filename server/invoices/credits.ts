/** Credits of customers, as they are stored: on an invoice, or waiting for the location's next one. */
import { secondSql } from '../platform/json.ts'
import type pg from 'pg'
import { z } from 'zod'
import { creditOf, fitCredits, loweredBy, retaxed, uncredited } from '#contract/invoices/credits.ts'
import { InvoiceCredit, type CreditBody, type InvoiceItem } from '#contract/invoices/schema.ts'
import { withOverrides, type Overrides } from '#contract/invoices/show.ts'
import { cents, money } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { SETTLED_SQL } from '../orders/lock.ts'
import { Problem, wrongField } from '../platform/problem.ts'
import { queryRow, queryRows } from '../platform/rows.ts'
import type { InvoiceDocument } from './document.ts'

/** SQL of the amount that was typed for a credit `c`. */
export const AMOUNT_SQL = '(c.discount - c.total)::text as amount'

/** SQL of credits as the API returns them, from `invoice_credits c`. */
export const CREDIT_SQL = `
  select c.id, c.item_id as item, c.of_order, c.reason, ${AMOUNT_SQL}, c.total::text, c.tax::text,
         ${secondSql('c.created_at')} as created_date, u.username
    from invoice_credits c left join users u on u.id = c.created_by`

/** SQL of the credits at its location that wait for an order's invoice, from `invoice_credits c`; $1 is the order's number. */
export const WAITS_FOR_ORDER_SQL = `c.order_id is null and not (c.is_overpaid and c.of_order = $1)
        and c.company_location_id = (select company_location_id from orders where id = $1)`

/**
 * Takes the credits that are on an invoice and, where the invoice is being made, those that wait at its location. The
 * caller holds the order's lock. Money that was paid too much of this invoice waits for another one.
 */
export async function takeCredits(
  client: pg.ClientBase,
  order: number,
  withWaiting: boolean,
): Promise<InvoiceCredit[]> {
  return queryRows(
    client,
    InvoiceCredit,
    {
      name: 'credits taken',
      text: `${CREDIT_SQL}
      where c.reversed_at is null and (c.order_id = $1 or $2::boolean and ${WAITS_FOR_ORDER_SQL})
      order by c.order_id is null, c.id for update of c`,
    },
    [order, withWaiting],
  )
}

/**
 * Releases the credits of its location that an unlocked invoice had taken. A credit that was given for this order stays
 * bound to it (readings, "Credits and their order").
 */
export async function freeCredits(client: pg.ClientBase, order: number): Promise<void> {
  const freed = await queryRows(
    client,
    FreedCredit,
    'update invoice_credits set order_id = null where order_id = $1 and of_order <> $1 returning id',
    [order],
  )
  await creditInFull(client, freed)
}

const FreedCredit = z.object({ id: z.number() })

/**
 * Credits in full what waits of another order, and what a discount had lowered that the invoice of that order no longer
 * has: while the credit was on this invoice, it stayed as it was.
 */
async function creditInFull(client: pg.ClientBase, freed: readonly { id: number }[]): Promise<void> {
  if (freed.length === 0) return
  await client.query(
    `update invoice_credits c set total = c.total - c.discount, discount = 0
      where c.id = any($1::int[]) and c.order_id is null and c.discount > 0
        and not exists (select from invoices v where v.order_id = c.of_order and ${DISCOUNT_SQL} > 0)`,
    [freed.map(({ id }) => id)],
  )
}

/** Returns these credits with the present tax of their items, where they credit items of this order. */
export async function retaxCredits(
  client: pg.ClientBase,
  order: number,
  credits: readonly InvoiceCredit[],
  { items, rate }: { items: readonly InvoiceItem[]; rate: string },
): Promise<InvoiceCredit[]> {
  if (!credits.some(({ of_order, item }) => of_order === order && item !== null)) return [...credits]
  const all = await queryRows(
    client,
    InvoiceCredit,
    `${CREDIT_SQL} where c.of_order = $1 and c.item_id is not null and c.reversed_at is null`,
    [order],
  )
  return retaxed(credits, { order, items, rate }, all)
}

const Discounted = z.object({ discount: z.string() })

/** SQL of the discount of an invoice `v` for paying on time: booked, and promised to its payment on its way. */
const DISCOUNT_SQL = `(v.on_time_discount + (select coalesce(sum(p.discount), 0) from payments p
              where p.order_id = v.order_id and p.status = 'processing'))`

/** Returns the discount of an order's invoice for paying on time, booked or promised; 0 where there is no invoice. */
export async function discountOf(client: pg.ClientBase, order: number): Promise<string> {
  const sql = `select ${DISCOUNT_SQL}::text as discount from invoices v where v.order_id = $1`
  return (await queryRow(client, Discounted, sql, [order]))?.discount ?? '0.00'
}

/**
 * Applies these credits to an invoice. A credit or a part of one that does not fit waits. Returns the credits that are
 * on the invoice.
 * @param room what the invoice comes to without them
 */
export async function layCredits(
  client: pg.ClientBase,
  order: number,
  credits: readonly InvoiceCredit[],
  room: string,
): Promise<InvoiceCredit[]> {
  const { stay, rest } = fitCredits(credits, room)
  const freed: { id: number }[] = []
  for (const credit of rest)
    if (stay.some((one) => one.id === credit.id)) {
      const added = await queryRows(
        client,
        FreedCredit,
        `insert into invoice_credits
                (company_location_id, of_order, item_id, reason, total, tax, discount, created_by, created_at, is_overpaid)
         select company_location_id, of_order, item_id, reason, $2, $3, $4, created_by, created_at, is_overpaid
           from invoice_credits where id = $1 returning id`,
        [credit.id, credit.total, credit.tax, loweredBy(credit)],
      )
      freed.push(...added)
    } else {
      await client.query('update invoice_credits set order_id = null, tax = $2 where id = $1', [
        credit.id,
        credit.tax,
      ])
      freed.push(credit)
    }
  for (const credit of stay)
    await client.query(
      `update invoice_credits set order_id = $2, total = $3, tax = $4, discount = $5
        where id = $1 and (order_id, total, tax) is distinct from ($2, $3::numeric, $4::numeric)`,
      [credit.id, order, credit.total, credit.tax, loweredBy(credit)],
    )
  await creditInFull(client, freed)
  return stay
}

const EarlierCredit = InvoiceCredit.pick({ item: true, amount: true, total: true, tax: true })

/**
 * Stores a credit for this invoice: on it, or waiting where it is settled. A credit of an item is lowered by its part
 * of the discount for paying on time. The caller holds the order's lock. Throws 400 for an item that is not on the
 * invoice, and where less than that is left of the item. Returns the credit in words.
 */
export async function storeCredit(
  client: pg.ClientBase,
  person: Person,
  order: number,
  { document, overrides }: { document: InvoiceDocument; overrides: Overrides },
  { item: id, amount, reason }: CreditBody,
  waits: boolean,
): Promise<string> {
  const typed = money(cents(amount))
  if (cents(typed) === 0n) throw wrongField('amount', 'must be more than 0')
  const items = withOverrides(document.items, overrides)
  const item = items.find((one) => one.id === id)
  if (id !== null && !item) throw wrongField('item', `${id} is not on this invoice`)
  const earlier = await queryRows(
    client,
    EarlierCredit,
    `select c.item_id as item, ${AMOUNT_SQL}, c.total::text, c.tax::text from invoice_credits c
      where c.of_order = $1 and c.item_id is not null and c.reversed_at is null`,
    [order],
  )
  const credit = item
    ? creditOf(
        item,
        document.tax_rate,
        typed,
        earlier.filter((one) => one.item === id),
        uncredited(items, await discountOf(client, order), earlier),
      )
    : { amount: typed, total: money(-cents(typed)), tax: '0.00' }
  if (!credit) throw wrongField('amount', `is more than is left of ${item!.name}`)
  const less = loweredBy(credit)
  await client.query(
    `insert into invoice_credits (company_location_id, order_id, of_order, item_id, reason, total, tax, discount, created_by)
     select company_location_id, $2, id, $3, $4, $5, $6, $7, $8 from orders where id = $1`,
    [order, waits ? null : order, id, reason, credit.total, credit.tax, less, person.id],
  )
  const discounted = cents(less) === 0n ? '' : `, ${less} less for paying on time`
  return `${amountSaid(credit)} off ${item?.name ?? 'the invoice'}${discounted}: ${reason}`
}

const LeftToCredit = z.object({ room: z.string(), is_settled: z.boolean() })

/**
 * Throws 409 where a credit for something else is more than is left of its invoice, unless that is confirmed. What is
 * left is what was or will be paid, less the order's credits that are not on the invoice.
 */
export async function mustFitInvoice(
  client: pg.Pool | pg.ClientBase,
  order: number,
  { item, amount, confirm_exceeds: isConfirmed }: CreditBody,
): Promise<void> {
  if (item !== null || isConfirmed) return
  const left = await queryRow(
    client,
    LeftToCredit,
    `select greatest(v.grand_total - ${DISCOUNT_SQL} + (select coalesce(sum(c.total + c.tax), 0) from invoice_credits c
              where c.of_order = v.order_id and c.order_id is distinct from v.order_id and not c.is_overpaid
                and c.reversed_at is null), 0.00)::text as room, ${SETTLED_SQL} as is_settled
       from invoices v join orders o on o.id = v.order_id where v.order_id = $1`,
    [order],
  )
  if (!left || cents(amount) <= cents(left.room)) return
  const rest = left.is_settled ? 'the whole credit' : 'what does not fit on the invoice'
  throw new Problem(
    409,
    `A credit of ${money(cents(amount))} is more than the ${left.room} that are left of invoice ${order}. If you go on, ${rest} waits for the location’s next invoices.`,
    { code: 'credit_exceeds_invoice' },
  )
}

/** Returns "5.00 and 0.50 tax". */
export const amountSaid = ({ total, tax }: Pick<InvoiceCredit, 'total' | 'tax'>) =>
  `${money(-cents(total))}${cents(tax) === 0n ? '' : ` and ${money(-cents(tax))} tax`}`
