/** Credits of customers, as they are stored: on an invoice, or waiting for the location's next one. */
import { secondSql } from '../platform/json.ts'
import type pg from 'pg'
import { z } from 'zod'
import {
  creditOf,
  discountShares,
  fitCredits,
  retaxed,
  type CreditAmounts,
} from '#contract/invoices/credits.ts'
import { InvoiceCredit, type CreditBody, type InvoiceItem } from '#contract/invoices/schema.ts'
import { withOverrides, type Overrides } from '#contract/invoices/show.ts'
import { cents, money } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { wrongField } from '../platform/problem.ts'
import { queryRow, queryRows } from '../platform/rows.ts'
import type { InvoiceDocument } from './document.ts'

/** SQL of credits as the API returns them, from `invoice_credits c`. */
export const CREDIT_SQL = `
  select c.id, c.item_id as item, c.of_order, c.reason, c.total::text, c.tax::text,
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
export const freeCredits = (client: pg.ClientBase, order: number) =>
  client.query('update invoice_credits set order_id = null where order_id = $1 and of_order <> $1', [order])

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
  return retaxed(credits, { order, items, rate, discount: await discountOf(client, order) }, all)
}

const Discounted = z.object({ discount: z.string() })

/**
 * Returns the invoice's discount for paying on time; where its payment is on its way, with the discount that was
 * promised to that payment.
 */
async function discountOf(client: pg.ClientBase, order: number): Promise<string> {
  const found = await queryRow(
    client,
    Discounted,
    `select (on_time_discount + (select coalesce(sum(discount), 0) from payments
              where order_id = $1 and status = 'processing'))::text as discount
       from invoices where order_id = $1`,
    [order],
  )
  return found?.discount ?? '0'
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
  for (const { id, total, tax } of rest)
    if (stay.some((one) => one.id === id))
      await client.query(
        `insert into invoice_credits (company_location_id, of_order, item_id, reason, total, tax, created_by, created_at, is_overpaid)
         select company_location_id, of_order, item_id, reason, $2, $3, created_by, created_at, is_overpaid
           from invoice_credits where id = $1`,
        [id, total, tax],
      )
    else await client.query('update invoice_credits set order_id = null, tax = $2 where id = $1', [id, tax])
  for (const { id, total, tax } of stay)
    await client.query(
      `update invoice_credits set order_id = $2, total = $3, tax = $4
        where id = $1 and (order_id, total, tax) is distinct from ($2, $3::numeric, $4::numeric)`,
      [id, order, total, tax],
    )
  return stay
}

const EarlierCredit = z.object({ item: z.string(), total: z.string(), tax: z.string() })

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
  if (cents(amount) === 0n) throw wrongField('amount', 'must be more than 0')
  const items = withOverrides(document.items, overrides)
  const item = items.find((one) => one.id === id)
  if (id !== null && !item) throw wrongField('item', `${id} is not on this invoice`)
  const earlier = await queryRows(
    client,
    EarlierCredit,
    `select item_id as item, total::text, tax::text from invoice_credits
      where of_order = $1 and item_id is not null and reversed_at is null`,
    [order],
  )
  const credit = item
    ? creditOf(
        item,
        document.tax_rate,
        amount,
        earlier.filter((one) => one.item === id),
        discountShares(items, await discountOf(client, order), earlier).get(item.id),
      )
    : { total: money(-cents(amount)), tax: '0.00' }
  if (!credit) throw wrongField('amount', `is more than is left of ${item!.name}`)
  await client.query(
    `insert into invoice_credits (company_location_id, order_id, of_order, item_id, reason, total, tax, created_by)
     select company_location_id, $2, id, $3, $4, $5, $6, $7 from orders where id = $1`,
    [order, waits ? null : order, id, reason, credit.total, credit.tax, person.id],
  )
  const less = cents(amount) + cents(credit.total)
  const discounted = less === 0n ? '' : `, ${money(less)} less for paying on time`
  return `${amountSaid(credit)} off ${item?.name ?? 'the invoice'}${discounted}: ${reason}`
}

/** Returns "5.00 and 0.50 tax". */
export const amountSaid = ({ total, tax }: CreditAmounts) =>
  `${money(-cents(total))}${cents(tax) === 0n ? '' : ` and ${money(-cents(tax))} tax`}`
