/** What a location has bought (docs/decisions/0036): its invoices' lines, and of orders without one what was ordered. */
import type pg from 'pg'
import { z } from 'zod'
import { cents, money, thousandths, weight } from '#contract/money.ts'
import { chargedSurcharge, netTotal } from '#contract/invoices/totals.ts'
import type { InvoiceCredit, InvoiceItem } from '#contract/invoices/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { listInvoices } from '../invoices/present.ts'
import { queryRows } from '../platform/rows.ts'

export const Purchase = z.object({
  order: z.number(),
  /** `YYYY-MM-DD` */
  delivery_date: z.string(),
  invoiced: z.boolean(),
  upc: z.string(),
  item_code: z.string(),
  name: z.string(),
  units: z.number(),
  cases: z.number(),
  /** What was weighed, lb. */
  weight_lbs: z.string().nullable(),
  surcharges: z.string(),
  /** After the coupon, without the surcharges; below 0 for a credit. */
  total: z.string(),
})
export type Purchase = z.infer<typeof Purchase>

/** The UPC of credits: they are no product. */
const NO_UPC = ''

export interface Wanted {
  location: number
  /** `YYYY-MM-DD`, both days included. */
  start: string
  end: string
}

/** Lines in the order of their deliveries and orders. A line of nothing is none. */
export async function purchasesOf(client: pg.Pool, person: Person, wanted: Wanted): Promise<Purchase[]> {
  const [invoiced, ordered] = await Promise.all([
    invoicedLines(client, person, wanted),
    orderedLines(client, wanted),
  ])
  return [...invoiced, ...ordered]
    .filter(({ units, cases, total }) => units + cases > 0 || total !== '0.00')
    .sort((a, b) => a.delivery_date.localeCompare(b.delivery_date) || a.order - b.order)
}

async function invoicedLines(client: pg.Pool, person: Person, wanted: Wanted): Promise<Purchase[]> {
  const invoices = await listInvoices(client, person, wanted)
  return invoices.flatMap((invoice) => {
    const of = { order: invoice.order_id, delivery_date: invoice.order_delivery_date, invoiced: true }
    const items = invoice.items.map((item) => ({
      ...of,
      upc: item.product,
      item_code: item.item_code,
      name: item.name,
      units: item.unit_quantity,
      cases: item.case_quantity,
      weight_lbs: item.catch_weight_lbs,
      surcharges: money(item.surcharges.reduce((sum, one) => sum + cents(chargedSurcharge(one)), 0n)),
      total: netTotal(item),
    }))
    const credits = invoice.credits.map((credit) => ({
      ...of,
      upc: NO_UPC,
      item_code: '',
      name: creditName(credit, invoice.items),
      units: 0,
      cases: 0,
      weight_lbs: null,
      surcharges: '0.00',
      total: credit.total,
    }))
    return [...items, ...credits]
  })
}

/** A credit may be of an earlier invoice's line, which this one does not name. */
function creditName(
  { item, reason }: InvoiceCredit,
  items: readonly Pick<InvoiceItem, 'id' | 'name'>[],
): string {
  const credited = items.find(({ id }) => id === item)
  return credited ? `Credit for ${credited.name}` : `Credit: ${reason}`
}

async function orderedLines(client: pg.Pool, { location, start, end }: Wanted): Promise<Purchase[]> {
  return queryRows(
    client,
    Purchase,
    `select o.id as order, o.delivery_date::text, false as invoiced, p.upc, p.item_code, p.name,
            i.units_ordered as units, i.cases_ordered as cases, null as weight_lbs, '0.00' as surcharges,
            i.estimated_price::text as total
       from orders o join order_items i on i.order_id = o.id join products p on p.upc = i.product
      where o.company_location_id = $1 and o.delivery_date between $2 and $3
        and not exists (select from invoices v where v.order_id = o.id)
      order by o.id, i.id`,
    [location, start, end],
  )
}

export interface Aggregated extends Pick<
  Purchase,
  'upc' | 'item_code' | 'name' | 'units' | 'cases' | 'weight_lbs' | 'surcharges' | 'total'
> {
  orders: number
}

/** The same by product, by name; all credits together are one line. */
export function aggregated(purchases: readonly Purchase[]): Aggregated[] {
  const byProduct = new Map<string, Purchase[]>()
  for (const line of purchases) byProduct.set(line.upc, [...(byProduct.get(line.upc) ?? []), line])
  const sum = (lines: readonly Purchase[], of: 'surcharges' | 'total') =>
    money(lines.reduce((all, line) => all + cents(line[of]), 0n))
  return [...byProduct.values()]
    .map((lines) => {
      const { upc, item_code, name } = lines.at(-1)!
      const weights = lines.flatMap(({ weight_lbs }) => weight_lbs ?? [])
      return {
        upc,
        item_code,
        name: upc === NO_UPC ? 'Credits' : name,
        orders: new Set(lines.map(({ order }) => order)).size,
        units: lines.reduce((all, line) => all + line.units, 0),
        cases: lines.reduce((all, line) => all + line.cases, 0),
        weight_lbs:
          weights.length === 0 ? null : weight(weights.reduce((all, one) => all + thousandths(one), 0n)),
        surcharges: sum(lines, 'surcharges'),
        total: sum(lines, 'total'),
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}
