/** Reads, checks and writes what an invoice charges, and the sums that follow (contract/invoices/totals.ts). */
import type pg from 'pg'
import type { CopiedItem } from '#contract/invoices/make.ts'
import { FEES, type FeeName, type InvoiceCredit, type InvoiceHistoryLine } from '#contract/invoices/schema.ts'
import { withOverrides, type Overrides } from '#contract/invoices/show.ts'
import { lineTotal, surchargeTotal, totalsOf, type Totals } from '#contract/invoices/totals.ts'
import { cents } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { together } from '../platform/context.ts'
import { Problem, wrongField } from '../platform/problem.ts'
import { queryRow } from '../platform/rows.ts'
import { layCredits, retaxCredits, takeCredits } from './credits.ts'
import type { InvoiceDocument } from './document.ts'
import { addIssued, grandTotalOf, keepIssued, noInvoiceOf } from './history.ts'
import { IssuedRow } from './invoice-row.ts'
import { dropDiscount, keptSumsOf, settleKept } from './payments/kept.ts'
import { restateCredits } from './restate-credits.ts'
import { VERSION_SQL } from './version.ts'

/** The charges of an invoice, and everything that they are computed from. */
export interface Charge {
  document: InvoiceDocument
  overrides: Overrides
  fees: Record<FeeName, string>
}

/** The largest total of an invoice: more is a typing error, and a longer decimal cannot be read again. */
const MOST = '9999999999.99'
const isTooMuch = (amount: string) => amount.length > MOST.length

/** Throws 400 where a new price takes a line or a surcharge beyond `MOST`. */
export function mustBeInReach(items: readonly CopiedItem[], overrides: Overrides): void {
  for (const item of items) {
    const { unit, case: byCase } = overrides.items[item.id] ?? {}
    const prices = { unit: unit ?? item.unit_price, case: byCase ?? item.case_price }
    const totals = [
      lineTotal(item, prices),
      ...item.surcharges.map(({ id, quantity }) => surchargeTotal(quantity, overrides.surcharges[id] ?? '0')),
    ]
    if (totals.some(isTooMuch)) throw wrongField('order_items', `${item.name} comes to more than ${MOST}`)
  }
}

/** The person, the act and its details, for the history. */
interface Done {
  person: Person
  act: InvoiceHistoryLine['act']
  detail?: string
  /** A person was asked and has confirmed that money paid beyond the total waits for the location. */
  confirmsKept?: boolean | undefined
}

/**
 * Writes the charges with the sums that follow from them and from the credits, the order's total, and a line of
 * history.
 * @param made the credits to be applied, where the invoice is being made
 */
export async function charge(
  client: pg.ClientBase,
  id: number,
  next: Charge,
  { person, act, detail, confirmsKept = false }: Done,
  made: readonly InvoiceCredit[] | null = null,
): Promise<void> {
  const said = detail ? [detail] : []
  let totals = await layOn(client, id, next, made ?? (await takeCredits(client, id, false)))
  const paid = await keptSumsOf(client, id)
  if (paid.discounted > cents(totals.grand_total))
    totals = (await fitDiscount(client, id, next, totals.grand_total, said)) ?? totals
  await settleKept(client, person, id, totals.grand_total, paid, confirmsKept)
  const values = chargedValues(id, next, totals)
  await together([
    keepIssued(client, id),
    client.query(
      made ? { ...MAKE, values: [...values, JSON.stringify(next.document)] } : { ...CHANGE, values },
    ),
    client.query({ ...(made ? LOCK_ORDER : TOTAL_ORDER), values: [id, totals.grand_total] }),
    addIssued(client, person, id, act, totals.grand_total, said.join('\n')),
  ])
}

/**
 * Follows a discount for paying on time that has become less: the credits that it had lowered credit more, the invoice
 * comes to less, and keeps no more discount than it comes to. The caller holds the order's lock and adds the line of
 * history.
 * @returns what has changed, in lines
 */
export async function followDiscount(client: pg.ClientBase, id: number): Promise<string[]> {
  const said: string[] = []
  const now = await chargeOf(client, id)
  const laid = (await restateCredits(client, id, itemsOf(now), said))
    ? await layOn(client, id, now, await takeCredits(client, id, false))
    : null
  const before = laid?.grand_total ?? (await grandTotalOf(client, id))
  const totals = (await fitDiscount(client, id, now, before, said)) ?? laid
  if (totals)
    await together([
      client.query({ ...CHANGE, values: chargedValues(id, now, totals) }),
      client.query({ ...TOTAL_ORDER, values: [id, totals.grand_total] }),
    ])
  return said
}

const itemsOf = ({ document, overrides }: Charge) => withOverrides(document.items, overrides)

/** Lays the credits on the invoice, and returns what it then comes to. */
async function layOn(
  client: pg.ClientBase,
  id: number,
  now: Charge,
  taken: readonly InvoiceCredit[],
): Promise<Totals> {
  const { tax_rate } = now.document
  const charged = { items: itemsOf(now), fees: now.fees, tax_rate }
  const room = totalsOf(charged).grand_total
  if (isTooMuch(room)) throw new Problem(400, `The invoice would come to more than ${MOST}.`)
  const taxed = await retaxCredits(client, id, taken, { items: charged.items, rate: tax_rate })
  return totalsOf({ ...charged, credits: await layCredits(client, id, taxed, room) })
}

/**
 * Takes off the discount that the invoice no longer carries. The credits that it had lowered then credit more, and the
 * invoice may come to less again.
 * @returns what the invoice comes to; null where no credit on it has changed
 */
async function fitDiscount(
  client: pg.ClientBase,
  id: number,
  now: Charge,
  total: string,
  said: string[],
): Promise<Totals | null> {
  let laid: Totals | null = null
  while (
    (await dropDiscount(client, id, laid?.grand_total ?? total, said)) &&
    (await restateCredits(client, id, itemsOf(now), said))
  )
    laid = await layOn(client, id, now, await takeCredits(client, id, false))
  return laid
}

const chargedValues = (id: number, { overrides, fees }: Charge, totals: Totals) => [
  id,
  JSON.stringify(overrides),
  totals.subtotal,
  totals.tax_total,
  totals.grand_total,
  ...FEES.map((fee) => fees[fee]),
]

/** The columns that are written each time. The document is written only where the invoice is made. */
const CHARGED = ['overrides', 'subtotal', 'tax_total', 'grand_total', ...FEES]
const MAKE = {
  name: 'make invoice',
  text: `insert into invoices (order_id, ${CHARGED.join(', ')}, document)
         values ($1, ${CHARGED.map((_, n) => `$${n + 2}`).join(', ')}, $${CHARGED.length + 2})
         on conflict (order_id) do update set created_at = now(), version = invoices.version + 1,
           ${[...CHARGED, 'document'].map((column) => `${column} = excluded.${column}`).join(', ')}`,
}
const CHANGE = {
  name: 'change invoice',
  text: `update invoices set version = version + 1, ${CHARGED.map((column, n) => `${column} = $${n + 2}`).join(', ')}
          where order_id = $1`,
}
const LOCK_ORDER = {
  name: 'invoiced order',
  text: `update orders set invoice_total = $2, invoiced = true, status = 'invoiced' where id = $1`,
}
const TOTAL_ORDER = {
  name: 'total of an order',
  text: 'update orders set invoice_total = $2 where id = $1',
}

const ChargedInvoice = IssuedRow.pick({
  document: true,
  overrides: true,
  version: true,
  credit_card_fee: true,
  refrigerated_delivery_fee: true,
  late_fee: true,
  fuel_surcharge: true,
})

/**
 * Returns what an invoice charges now. To change it, the caller holds the order's lock. Throws 404 where there is none.
 */
export async function chargeOf(
  client: pg.Pool | pg.ClientBase,
  id: number,
): Promise<Charge & { version: string }> {
  const invoice = await queryRow(
    client,
    ChargedInvoice,
    `select v.document, v.overrides, ${VERSION_SQL} as version, ${FEES.map((fee) => `v.${fee}::text`).join(', ')}
       from invoices v where v.order_id = $1`,
    [id],
  )
  if (!invoice) throw noInvoiceOf(id)
  const { document, overrides, version, ...fees } = invoice
  return { document, overrides, fees, version }
}

/** Computes an invoice's sums again after a credit on it has changed. The caller holds the order's lock. */
export const recharge = async (client: pg.ClientBase, id: number, done: Done): Promise<void> =>
  charge(client, id, await chargeOf(client, id), done)
