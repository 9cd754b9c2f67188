/** Reads, checks and writes what an invoice charges, and the sums that follow (contract/invoices/totals.ts). */
import type pg from 'pg'
import type { CopiedItem } from '#contract/invoices/make.ts'
import { FEES, type FeeName, type InvoiceCredit, type InvoiceHistoryLine } from '#contract/invoices/schema.ts'
import { withOverrides, type Overrides } from '#contract/invoices/show.ts'
import { lineTotal, surchargeTotal, totalsOf } from '#contract/invoices/totals.ts'
import type { Person } from '#contract/permissions.ts'
import { together } from '../platform/context.ts'
import { Problem, wrongField } from '../platform/problem.ts'
import { queryRow } from '../platform/rows.ts'
import { layCredits, retaxCredits, takeCredits } from './credits.ts'
import type { InvoiceDocument } from './document.ts'
import { addIssued, keepIssued, noInvoiceOf } from './history.ts'
import { IssuedRow } from './invoice-row.ts'
import { settleKept } from './payments/kept.ts'
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
  { document, overrides, fees }: Charge,
  { person, act, detail, confirmsKept = false }: Done,
  made: readonly InvoiceCredit[] | null = null,
): Promise<void> {
  const items = withOverrides(document.items, overrides)
  const charged = { items, fees, tax_rate: document.tax_rate }
  const room = totalsOf(charged).grand_total
  if (isTooMuch(room)) throw new Problem(400, `The invoice would come to more than ${MOST}.`)
  const taken = made ?? (await takeCredits(client, id, false))
  const taxed = await retaxCredits(client, id, taken, { items, rate: document.tax_rate })
  const credits = await layCredits(client, id, taxed, room)
  const totals = totalsOf({ ...charged, credits })
  await settleKept(client, person, id, totals.grand_total, confirmsKept)
  const values = [id, JSON.stringify(overrides), totals.subtotal, totals.tax_total, totals.grand_total]
  const ofFees = FEES.map((fee) => fees[fee])
  await together([
    keepIssued(client, id),
    client.query(
      made
        ? { ...MAKE, values: [...values, ...ofFees, JSON.stringify(document)] }
        : { ...CHANGE, values: [...values, ...ofFees] },
    ),
    client.query({ ...(made ? LOCK_ORDER : TOTAL_ORDER), values: [id, totals.grand_total] }),
    addIssued(client, person, id, act, totals.grand_total, detail),
  ])
}

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
