/** An invoice as a spreadsheet file (B035): a line an item, a surcharge and a fee, and what they add up to. */
import { cents } from '#contract/money.ts'
import { csvLines } from '../platform/csv.ts'
import { paidOf } from '#contract/invoices/document.ts'
import { FEE_LABELS, FEES, type Invoice, type InvoiceItem } from '#contract/invoices/schema.ts'
import { chargedSurcharge, chargedTotal, couponOf, surchargePrice } from '#contract/invoices/totals.ts'

const HEADER = [
  'Order',
  'Delivery Date',
  'Customer',
  'Customer Location',
  'Item Code',
  'Name',
  'Unit Quantity',
  'Case Quantity',
  'Unit Price',
  'Case Price',
  'Catch Weight (lbs)',
  'Lot Codes',
  'Taxable',
  'Total',
]

/** As the header writes its words. */
const inTitleCase = (label: string) => label.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Text of a CSV file with CRLF. A cell that a spreadsheet would run as a formula is written as text. */
export function invoiceCsv(invoice: Invoice): string {
  const about = [
    invoice.order_id,
    invoice.order_delivery_date,
    invoice.customer.username,
    invoice.company_location_name,
  ]
  const sum = (label: string, total: string) => [...about, '', label, '', '', '', '', '', '', '', total]
  const rows = [
    HEADER,
    ...invoice.items.flatMap((item) => [
      [...about, ...itemCells(item)],
      ...(cents(couponOf(item)) > 0n
        ? [[...about, item.item_code, 'Coupon', '', '', '', '', '', '', '', `-${couponOf(item)}`]]
        : []),
      ...item.surcharges.map((surcharge) => [
        ...about,
        item.item_code,
        surcharge.name,
        surcharge.quantity,
        '',
        surchargePrice(surcharge),
        '',
        '',
        '',
        '',
        chargedSurcharge(surcharge),
      ]),
    ]),
    ...invoice.credits.map(({ reason, total }) => sum(`Credit: ${reason}`, total)),
    sum('Subtotal', invoice.subtotal),
    ...FEES.map((fee) => sum(inTitleCase(FEE_LABELS[fee]), invoice[fee])),
    sum('Tax', invoice.tax_total),
    sum('Grand Total', invoice.grand_total),
    ...paidOf(invoice).map(({ label, amount }) => sum(inTitleCase(label), amount)),
  ]
  return csvLines(rows)
}

const itemCells = (item: InvoiceItem) => [
  item.item_code,
  item.name,
  item.unit_quantity,
  item.case_quantity,
  item.invoice_override_unit_price ?? item.unit_price,
  item.invoice_override_case_price ?? item.case_price,
  item.catch_weight_lbs ?? '',
  [...item.subitem_lot_codes.u, ...item.subitem_lot_codes.c].join(' '),
  item.taxable ? 'yes' : '',
  chargedTotal(item),
]
