/** What an invoice copies of its order, and what it begins with: read in the transaction that holds the order's lock. */
import type pg from 'pg'
import {
  firstFees,
  invoiceItems,
  type CopiedItem,
  type FeeTerms,
  type InvoicedLine,
  type SurchargeRule,
} from '#contract/invoices/make.ts'
import type { Bundle } from '#contract/orders/before-invoice.ts'
import type { FeeName } from '#contract/invoices/schema.ts'
import { wasLate } from '#contract/orders/cutoff.ts'
import { completeAddress, type Address } from '#contract/people/address.ts'
import { FEE_SQL } from '../fees/commands.ts'
import { ITEM_ROW_SQL, SUBITEM_ROW_SQL } from '../orders/present.ts'
import { together, type Context } from '../platform/context.ts'
import { orderingTerms } from '../settings/terms.ts'

/** `invoices.document`: stays as it is, whatever becomes of the products and the location that it names. */
export interface InvoiceDocument {
  company_location_name: string
  bill_to_address: string
  ship_to_address: string
  tax_rate: string
  items: CopiedItem[]
}

interface About extends FeeTerms {
  placed_at: string
  delivery_date: string
  location: number
  name: string
  billing_address: Address
  complete_address: string
  tax_rate: string
}

interface Draft {
  document: InvoiceDocument
  fees: Record<FeeName, string>
}

/** All lines of an order, for what is copied of them and for what stands against that (contract/invoices/against.ts). */
type Line = InvoicedLine & {
  item: Bundle['items'][number]
  pieces: Bundle['pieces']
  product: { weight_type: string }
}

const byOrder = <T>(rows: readonly T[], orderOf: (row: T) => number): Map<number, T[]> => {
  const all = new Map<number, T[]>()
  for (const row of rows) {
    const own = all.get(orderOf(row))
    if (own) own.push(row)
    else all.set(orderOf(row), [row])
  }
  return all
}

/** What invoices copy of orders that are there, by order: so many statements for all of them as for one. */
async function readOrders(
  client: pg.Pool | pg.ClientBase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { document: InvoiceDocument; about: About; lines: Line[] }>> {
  const [orders, items, pieces, rules] = await together([
    client.query<About & { id: number }>(
      `select o.id, o.placed_at, o.delivery_date::text, l.id as location, l.name, l.billing_address,
              l.complete_address, l.fuel_surcharge, l.refrigerated_delivery_fee::text, l.late_order_fee::text,
              case when l.taxable then trim_scale(l.sales_tax_rate)::text else '0' end as tax_rate
         from orders o join company_locations l on l.id = o.company_location_id where o.id = any($1::int[])`,
      [ids],
    ),
    client.query<{ line: Line['item']; billed_at_average: boolean; about: Line['product'] }>(
      `select row_to_json(i) as line, own.billed_at_average,
              json_build_object('name', p.name, 'item_code', p.item_code, 'warehouse', p.warehouse_id,
                'units_per_case', p.units_per_case, 'weight_type', p.weight_type,
                'display_units_per_case_on_invoice', p.display_units_per_case_on_invoice) as about
         from (${ITEM_ROW_SQL} where i.order_id = any($1::int[])) i join order_items own on own.id = i.id
         join products p on p.upc = i.product order by i.id`,
      [ids],
    ),
    client.query<Line['pieces'][number] & { order: number }>(
      `${SUBITEM_ROW_SQL} where s.order_id = any($1::int[]) order by s.id`,
      [ids],
    ),
    client.query<SurchargeRule>(`${FEE_SQL} where f.kind = 'surcharge' order by f.id`),
  ])
  const itemsOf = byOrder(items.rows, ({ line }) => line.order)
  const piecesOf = byOrder(pieces.rows, ({ order }) => order)
  const draftOf = (about: About & { id: number }) => {
    const own = piecesOf.get(about.id) ?? []
    const lines = (itemsOf.get(about.id) ?? []).map(({ line, billed_at_average, about: product }) => ({
      item: { ...line, billed_at_average },
      pieces: own.filter((piece) => piece.order_item === line.id),
      product,
    }))
    return {
      document: {
        company_location_name: about.name,
        // Who has no address for bills gets them where the goods go.
        bill_to_address: completeAddress(about.billing_address) || about.complete_address,
        ship_to_address: about.complete_address,
        tax_rate: about.tax_rate,
        items: invoiceItems(lines, rules.rows, about.location),
      },
      about,
      lines,
    }
  }
  return new Map(orders.rows.map((about) => [about.id, draftOf(about)]))
}

/** Drafts the invoice of an order that is there. */
export async function draftInvoice(
  context: Pick<Context, 'env'>,
  client: pg.Pool | pg.ClientBase,
  order: number,
): Promise<Draft & { lines: Bundle[] }> {
  const { document, about, lines } = (await readOrders(client, [order])).get(order)!
  const fees = firstFees(about, wasLate(about, await orderingTerms(context, client)))
  return { document, fees, lines: lines.map(({ item, ...rest }) => ({ items: [item], ...rest })) }
}

/**
 * The documents of invoices, in their order. One that was made before invoices kept a copy is put together of its order:
 * that has been locked since, and nothing was charged but the goods.
 */
export async function documentsOf(
  client: pg.Pool | pg.ClientBase,
  invoices: readonly { order_id: number; document: InvoiceDocument | null }[],
): Promise<InvoiceDocument[]> {
  const old = invoices.filter(({ document }) => document === null).map(({ order_id }) => order_id)
  const drafts = old.length > 0 ? await readOrders(client, old) : new Map<number, Draft>()
  return invoices.map(({ order_id, document: kept }) => {
    if (kept) return kept
    const { document } = drafts.get(order_id)!
    return { ...document, tax_rate: '0', items: document.items.map((item) => ({ ...item, surcharges: [] })) }
  })
}
