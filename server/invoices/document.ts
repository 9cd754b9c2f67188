/** What an invoice copies of its order, and what it begins with: read in the transaction that holds the order's lock. */
import type pg from 'pg'
import {
  firstFees,
  invoiceItems,
  type CopiedItem,
  type FeeTerms,
  type InvoicedLine,
  type InvoicedProduct,
  type SurchargeRule,
} from '#contract/invoices/make.ts'
import type { FeeName } from '#contract/invoices/schema.ts'
import { completeAddress, type Address } from '#contract/people/address.ts'
import { FEE_SQL } from '../fees/commands.ts'
import { ITEM_ROW_SQL, SUBITEM_ROW_SQL } from '../orders/present.ts'
import { together } from '../platform/context.ts'

/** `invoices.document`: stays as it is, whatever becomes of the products and the location that it names. */
export interface InvoiceDocument {
  company_location_name: string
  bill_to_address: string
  ship_to_address: string
  tax_rate: string
  items: CopiedItem[]
}

interface About extends FeeTerms {
  placed_date: string | null
  delivery_date: string
  location: number
  name: string
  billing_address: Address
  complete_address: string
  tax_rate: string
}

/** Drafts the invoice of an order that is there. */
export async function draftInvoice(
  client: pg.Pool | pg.ClientBase,
  order: number,
): Promise<{ document: InvoiceDocument; fees: Record<FeeName, string> }> {
  const [orders, items, pieces, rules] = await together([
    client.query<About>(
      `select o.placed_date::text, o.delivery_date::text, l.id as location, l.name, l.billing_address, l.complete_address,
              l.fuel_surcharge, l.refrigerated_delivery_fee::text, l.late_order_fee::text,
              case when l.taxable then trim_scale(l.sales_tax_rate)::text else '0' end as tax_rate
         from orders o join company_locations l on l.id = o.company_location_id where o.id = $1`,
      [order],
    ),
    client.query<{ line: InvoicedLine['item']; about: InvoicedProduct }>(
      `select row_to_json(i) as line,
              json_build_object('name', p.name, 'item_code', p.item_code, 'warehouse', p.warehouse_id,
                'units_per_case', p.units_per_case,
                'display_units_per_case_on_invoice', p.display_units_per_case_on_invoice) as about
         from (${ITEM_ROW_SQL} where i.order_id = $1) i join products p on p.upc = i.product order by i.id`,
      [order],
    ),
    client.query<InvoicedLine['pieces'][number] & { order_item: string }>(
      `${SUBITEM_ROW_SQL} where s.order_id = $1 order by s.id`,
      [order],
    ),
    client.query<SurchargeRule>(`${FEE_SQL} where f.kind = 'surcharge' order by f.id`),
  ])
  const about = orders.rows[0]!
  const lines = items.rows.map(({ line, about: product }) => ({
    item: line,
    pieces: pieces.rows.filter((piece) => piece.order_item === line.id),
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
    fees: firstFees(about, about),
  }
}

/** An invoice that was made before invoices kept a copy: its order has been locked since, and nothing was charged but the goods. */
export async function documentOf(
  client: pg.Pool | pg.ClientBase,
  order: number,
  kept: InvoiceDocument | null,
): Promise<InvoiceDocument> {
  if (kept) return kept
  const { document } = await draftInvoice(client, order)
  return { ...document, tax_rate: '0', items: document.items.map((item) => ({ ...item, surcharges: [] })) }
}
