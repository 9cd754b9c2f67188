/** Reads what an invoice copies of its order, and its initial values, in a transaction with the order's lock. */
import type pg from 'pg'
import { z } from 'zod'
import { firstFees, invoiceItems, type CopiedItem, type InvoicedLine } from '#contract/invoices/make.ts'
import { Fee } from '#contract/fees/schema.ts'
import type { PickLine } from '#contract/orders/before-invoice.ts'
import type { FeeName } from '#contract/invoices/schema.ts'
import { wasLate, type OrderingTerms } from '#contract/orders/cutoff.ts'
import { OrderItemRow } from '#contract/orders/schema.ts'
import { completeAddress } from '#contract/people/address.ts'
import { dayIn } from '#contract/day.ts'
import { showMoment } from '#contract/format.ts'
import { cents } from '#contract/money.ts'
import { UnitType } from '#contract/values.ts'
import { FEE_SQL } from '../fees/commands.ts'
import { ITEM_ROW_SQL, SUBITEM_ROW_SQL } from '../orders/present.ts'
import { together, type Context } from '../platform/context.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { orderingTerms } from '../settings/terms.ts'

/** `invoices.document`. It stays as it is when the products and the location that it names change. */
export interface InvoiceDocument {
  company_location_name: string
  bill_to_address: string
  ship_to_address: string
  tax_rate: string
  items: CopiedItem[]
  /** Present for an order that came after the cut-off. */
  late_fee_note?: string
}

/** What an invoice needs of its order and the order's location. */
const About = z.object({
  placed_at: z.string(),
  received_at: z.string(),
  delivery_date: z.string(),
  /** Decided with the order; null for an order from before this was stored. */
  late_fee: z.string().nullable(),
  late_order_fee: z.string(),
  /** Whether deliveries to the location are charged at all (readings, "Money on the invoice"). */
  fuel_surcharge: z.boolean(),
  refrigerated_delivery_fee: z.string(),
  location: z.number(),
  name: z.string(),
  billing_address: z.object({
    address_line1: z.string(),
    address_line2: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
  }),
  complete_address: z.string(),
  tax_rate: z.string(),
})
type About = z.infer<typeof About>

const InvoicedProduct = z.object({
  name: z.string(),
  item_code: z.string(),
  warehouse: z.number().nullable(),
  units_per_case: z.number(),
  weight_type: z.string(),
  average_unit_weight: z.string().nullable(),
  average_case_weight: z.string().nullable(),
  display_units_per_case_on_invoice: z.boolean(),
  /** Whether the product is taxed for this customer. */
  is_taxed: z.boolean(),
})
const LineToInvoice = z.object({
  line: OrderItemRow,
  billed_at_average: z.boolean(),
  about: InvoicedProduct,
})
const PieceToInvoice = z.object({
  id: z.string(),
  order_item: z.string(),
  unit_type: UnitType,
  weight_lbs: z.string().nullable(),
  lot_code: z.string().nullable(),
})
const Surcharge = Fee.pick({
  type: true,
  amount: true,
  description: true,
  warehouse: true,
  product: true,
  company_location: true,
})

/** Any line of an order, for the invoice's copy and for its blockers (contract/invoices/blockers.ts). */
type Line = InvoicedLine & {
  item: PickLine['items'][number]
  pieces: PickLine['pieces']
  product: z.infer<typeof InvoicedProduct>
}

/** Returns what an invoice copies of an existing order, and all its lines, picked or not. */
async function readOrder(
  context: Pick<Context, 'env'>,
  client: pg.ClientBase,
  id: number,
): Promise<{ document: InvoiceDocument; about: About; lines: Line[]; terms: OrderingTerms }> {
  const [about, items, pieces, rules, terms] = await together([
    queryOnlyRow(
      client,
      About,
      {
        name: 'order to invoice',
        text: `select o.placed_at, o.created_date as received_at, o.delivery_date::text, l.id as location, l.name, l.billing_address,
              l.complete_address, l.fuel_surcharge, l.refrigerated_delivery_fee::text, l.late_order_fee::text, o.late_fee::text,
              case when l.taxable then trim_scale(l.sales_tax_rate)::text else '0' end as tax_rate
         from orders o join company_locations l on l.id = o.company_location_id where o.id = $1`,
      },
      [id],
    ),
    queryRows(
      client,
      LineToInvoice,
      {
        name: 'lines to invoice',
        text: `select row_to_json(i) as line, own.billed_at_average,
              json_build_object('name', p.name, 'item_code', p.item_code, 'warehouse', p.warehouse_id,
                'units_per_case', p.units_per_case, 'weight_type', p.weight_type,
                'average_unit_weight', p.average_unit_weight::text, 'average_case_weight', p.average_case_weight::text,
                'display_units_per_case_on_invoice', p.display_units_per_case_on_invoice,
                'is_taxed', p.tax_default and l.taxable) as about
         from (${ITEM_ROW_SQL} where i.order_id = $1) i join order_items own on own.id = i.id
         join products p on p.upc = i.product join orders o on o.id = own.order_id
         join company_locations l on l.id = o.company_location_id order by i.id`,
      },
      [id],
    ),
    queryRows(
      client,
      PieceToInvoice,
      {
        name: 'pieces to invoice',
        text: `${SUBITEM_ROW_SQL} where s.order_id = $1 order by s.id`,
      },
      [id],
    ),
    queryRows(client, Surcharge, {
      name: 'surcharges',
      text: `${FEE_SQL} where f.kind = 'surcharge' order by f.id`,
    }),
    orderingTerms(context, client),
  ])
  const lines = items.map(({ line, billed_at_average, about: product }) => ({
    item: { ...line, billed_at_average },
    pieces: pieces.filter((piece) => piece.order_item === line.id),
    product,
  }))
  const document: InvoiceDocument = {
    company_location_name: about.name,
    // A location without a billing address gets bills where the goods go.
    bill_to_address: completeAddress(about.billing_address) || about.complete_address,
    ship_to_address: about.complete_address,
    tax_rate: about.tax_rate,
    items: invoiceItems(lines, rules, about.location),
  }
  return { document, about, lines, terms }
}

const SECOND_MS = 1_000

/**
 * Returns when an order with a late fee was placed, on the distributor's clock. If that time is the device's (readings,
 * "Placed"), the note has the time of receipt as well.
 */
function lateNote(
  { placed_at, received_at }: Pick<About, 'placed_at' | 'received_at'>,
  { time_zone }: OrderingTerms,
): string {
  const [placed, received] = [placed_at, received_at].map((at) => new Date(at)) as [Date, Date]
  const said = `placed ${showMoment(time_zone, placed)}`
  // Without a time from the device, the order was placed when it was received, to the second.
  if (received.getTime() - placed.getTime() < SECOND_MS) return said
  const isSameDay = dayIn(time_zone, received) === dayIn(time_zone, placed)
  const shown = showMoment(time_zone, received)
  return `${said} by the device’s clock, received ${isSameDay ? shown.slice(-5) : shown}`
}

/** A line of a draft, and whether its product is taxed for this customer now. */
export type DraftLine = PickLine & Pick<Line, 'product'>

/** Drafts the invoice of an existing order. The caller's transaction holds the order's lock. */
export async function draftInvoice(
  context: Pick<Context, 'env'>,
  client: pg.ClientBase,
  order: number,
): Promise<{ document: InvoiceDocument; fees: Record<FeeName, string>; lines: DraftLine[] }> {
  const { document, about, lines, terms } = await readOrder(context, client, order)
  const isDelivered = document.items.length > 0
  const late_fee = about.late_fee ?? (wasLate(about, terms) ? about.late_order_fee : '0.00')
  const fees = firstFees({ ...about, late_fee }, isDelivered)
  const isLate = isDelivered && (cents(late_fee) > 0n || wasLate(about, terms))
  if (isLate) document.late_fee_note = lateNote(about, terms)
  return { document, fees, lines: lines.map(({ item, ...rest }) => ({ items: [item], ...rest })) }
}
