/**
 * The words and figures on an invoice. The page, the print page and the PDF draw only this: no label, sum or order of
 * lines is made a second time (B002, B038–B043, B088–B092). Amounts are exact decimals, with the text that people
 * read beside them.
 */
import { customerName } from '../orders/customer-name.ts'
import type { Letterhead } from '../distributor/schema.ts'
import { showDay, showMoney } from '../format.ts'
import { cents, money, thousandths } from '../money.ts'
import { showWeight } from '../picking/weight-rows.ts'
import {
  FEE_LABELS,
  type FeeName,
  FEES,
  type Invoice,
  type InvoiceCredit,
  type InvoiceItem,
  type InvoiceSurcharge,
} from './schema.ts'
import { chargedSurcharge, chargedTotal, couponOf, surchargePrice } from './totals.ts'
import { weighTicket, type WeighTicket } from './weigh-ticket.ts'

/** B043. */
const TERMS =
  'Amounts not paid when due carry interest at 1.5% per month or the legal maximum, whichever is less.'
/** B091. */
export const TAX_MARK = 'T'
const TAX_NOTE = `${TAX_MARK} taxable`

/** The columns of an invoice's table, in their order. Numbers are aligned right. */
export const LINE_COLUMNS = [
  { of: 'code', label: 'Item Code', isNumber: false },
  { of: 'name', label: 'Item', isNumber: false },
  { of: 'units', label: 'Units', isNumber: true },
  { of: 'cases', label: 'Cases', isNumber: true },
  { of: 'netWeight', label: 'Net Weight', isNumber: true },
  { of: 'unitPrice', label: 'Unit Price', isNumber: true },
  { of: 'casePrice', label: 'Case Price', isNumber: true },
  { of: 'total', label: 'Total', isNumber: true },
] as const

export interface PrintedLine {
  key: string
  /** A coupon and a surcharge are below the item that they belong to (B092). */
  kind: 'item' | 'coupon' | 'surcharge' | 'credit'
  code: string
  name: string
  /** The texts below the name. */
  notes: string[]
  units: string
  cases: string
  /** The weight of what is charged by the pound (B040). */
  netWeight: string
  unitPrice: string
  casePrice: string
  /** Exact; below 0 for a coupon and a credit. The sum of all lines is the subtotal. */
  amount: string
  total: string
  taxable: boolean
}

interface PrintedSum {
  label: string
  /** Exact. */
  amount: string
  text: string
  isGrand: boolean
}

interface PrintedAddress {
  title: string
  name: string
  address: string
}

export interface PrintedInvoice {
  /** The order's number, which is also the invoice's. */
  id: number
  title: string
  /** The distributor's name, then its address and contact details (B002, B003). */
  distributor: string
  header: string[]
  facts: { label: string; text: string }[]
  /** B038: bill-to, ship-to. */
  addresses: PrintedAddress[]
  lines: PrintedLine[]
  /** The text in place of lines, where there are none. */
  noLines: string
  /** The meaning of the mark of a taxable line, where there is one. */
  taxNote: string
  sums: PrintedSum[]
  /** The discount for paying on time and the amount paid, where paying on time took something off. */
  paid: PrintedSum[]
  terms: string
  /** An appendix, where something was weighed and the distributor has not switched it off. */
  weighTicket: WeighTicket | null
}

/** C408, B037. */
export const invoiceFileName = (
  { order_id, customer }: Pick<Invoice, 'order_id' | 'customer'>,
  extension: 'csv' | 'pdf',
): string => `Invoice #${order_id} ${customerName(customer.username)}.${extension}`

export function printedInvoice(invoice: Invoice, letterhead: Letterhead): PrintedInvoice {
  const [distributor = '', ...header] = letterhead.lines
  const { order_id, customer, company_location_name: name } = invoice
  return {
    id: order_id,
    title: `Invoice #${order_id}`,
    distributor,
    header,
    facts: [
      { label: 'Delivery date', text: showDay(invoice.order_delivery_date) },
      { label: 'Customer', text: customer.username },
      { label: 'Email', text: customer.email },
    ].filter(({ text }) => text !== ''),
    addresses: [
      { title: 'Bill to', name, address: invoice.bill_to_address },
      { title: 'Ship to', name, address: invoice.ship_to_address },
    ],
    lines: printedLines(invoice),
    noLines: invoice.items.length === 0 ? 'Nothing was picked for it.' : '',
    taxNote: invoice.items.some(({ taxable }) => taxable) ? TAX_NOTE : '',
    sums: printedSums(invoice),
    paid: printedPaid(invoice),
    terms: TERMS,
    weighTicket: letterhead.weigh_ticket ? weighTicket(invoice, letterhead.time_zone) : null,
  }
}

/**
 * Returns the items in the order of the invoice, each with its coupon and its surcharges below it; then the credits.
 */
const printedLines = ({
  items,
  credits,
  order_id,
}: Pick<Invoice, 'items' | 'credits' | 'order_id'>): PrintedLine[] => [
  ...items.flatMap((item) => [
    ...itemAndCoupon(item),
    ...item.surcharges.map((surcharge) => surchargeLine(item, surcharge)),
  ]),
  ...credits.map((credit) => creditLine(credit, order_id)),
]

const BELOW = {
  code: '',
  notes: [],
  units: '',
  cases: '',
  netWeight: '',
  unitPrice: '',
  casePrice: '',
  taxable: false,
}

function itemAndCoupon(item: InvoiceItem): PrintedLine[] {
  const coupon = cents(couponOf(item))
  const line: PrintedLine = {
    key: item.id,
    kind: 'item',
    code: item.item_code,
    name: item.name,
    notes: notesOf(item),
    units: item.unit_quantity > 0 ? String(item.unit_quantity) : '',
    cases: item.case_quantity > 0 ? String(item.case_quantity) : '',
    netWeight:
      item.weighable && item.catch_weight_lbs !== null ? `${showWeight(item.catch_weight_lbs)} lbs` : '',
    unitPrice: priceOf(item, item.invoice_override_unit_price ?? item.unit_price, item.unit_quantity),
    casePrice: priceOf(item, item.invoice_override_case_price ?? item.case_price, item.case_quantity),
    ...amountOf(chargedTotal(item)),
    taxable: item.taxable,
  }
  if (coupon === 0n) return [line]
  return [
    line,
    {
      ...BELOW,
      key: `${item.id} coupon`,
      kind: 'coupon',
      name: 'Coupon',
      notes: [item.coupon_note].filter(Boolean),
      ...amountOf(money(-coupon)),
    },
  ]
}

/** Returns a credit's line. It names the invoice of the credited line, where that is another invoice. */
const creditLine = ({ id, reason, item, of_order, total }: InvoiceCredit, order: number): PrintedLine => ({
  ...BELOW,
  key: `credit ${id}`,
  kind: 'credit',
  name: `Credit: ${reason}`,
  notes: item !== null && of_order !== order ? [`Of invoice ${of_order}`] : [],
  ...amountOf(total),
})

/**
 * B040, B041: returns the price, by the pound where the item is weighed. An item that is not sold by the unit, or by
 * the case, has no such price.
 */
const priceOf = ({ weighable }: InvoiceItem, price: string, quantity: number): string =>
  quantity === 0 && cents(price) === 0n ? '' : `${showMoney(price)}${weighable ? ' / lb' : ''}`

const surchargeLine = (item: InvoiceItem, surcharge: InvoiceSurcharge): PrintedLine => ({
  ...BELOW,
  key: `${item.id} ${surcharge.id}`,
  kind: 'surcharge',
  name: surcharge.name,
  units: String(surcharge.quantity),
  unitPrice: showMoney(surchargePrice(surcharge)),
  ...amountOf(chargedSurcharge(surcharge)),
})

const amountOf = (amount: string) => ({ amount, total: showMoney(amount) })

function notesOf(item: InvoiceItem): string[] {
  const { subitem_weights, subitem_lot_codes, unit_weight_lbs, case_weight_lbs } = item
  const weights = (list: readonly string[]) => `${list.map((lbs) => showWeight(lbs)).join(', ')} lbs`
  return [
    item.display_units_per_case_on_invoice && `${item.units_per_case} per case`,
    // Each is charged at a price of its own.
    unit_weight_lbs &&
      case_weight_lbs &&
      thousandths(unit_weight_lbs) > 0n &&
      thousandths(case_weight_lbs) > 0n &&
      `Units ${showWeight(unit_weight_lbs)} lbs, cases ${showWeight(case_weight_lbs)} lbs`,
    subitem_weights.u.length > 0 && `Unit weights ${weights(subitem_weights.u)}`,
    subitem_weights.c.length > 0 && `Case weights ${weights(subitem_weights.c)}`,
    subitem_lot_codes.u.length > 0 && `Unit lots ${subitem_lot_codes.u.join(', ')}`,
    subitem_lot_codes.c.length > 0 && `Case lots ${subitem_lot_codes.c.join(', ')}`,
  ].filter((note): note is string => typeof note === 'string' && note !== '')
}

const sum = (label: string, amount: string): PrintedSum => ({
  label,
  amount,
  text: showMoney(amount),
  isGrand: false,
})

/** Readings, "Placed": the line of a late fee names the times by which it was charged. */
const feeLabel = (fee: FeeName, { late_fee, late_fee_note }: Invoice): string =>
  fee === 'late_fee' && late_fee_note && cents(late_fee) !== 0n
    ? `${FEE_LABELS.late_fee} (${late_fee_note})`
    : FEE_LABELS[fee]

/** B039: returns subtotal, the four fees, the tax and the grand total, as the server has them. */
function printedSums(invoice: Invoice): PrintedSum[] {
  return [
    sum('Subtotal', invoice.subtotal),
    ...FEES.map((fee) => sum(feeLabel(fee, invoice), invoice[fee])),
    sum(taxLabel(invoice), invoice.tax_total),
    { ...sum('Grand total', invoice.grand_total), isGrand: true },
  ]
}

/**
 * Returns the discount for paying on time, and the amount paid; nothing where there is no such discount. The amount is
 * the money that is kept: less than `grand_total` − `on_time_discount` (readings, "Paying") where only a part was paid,
 * or where money went back. A revision does not state what was kept.
 */
export const paidOf = ({
  grand_total,
  on_time_discount,
  kept,
}: Pick<Invoice, 'grand_total' | 'on_time_discount' | 'kept'>): { label: string; amount: string }[] =>
  cents(on_time_discount) === 0n
    ? []
    : [
        { label: 'On-time discount', amount: money(-cents(on_time_discount)) },
        { label: 'Amount paid', amount: kept ?? money(cents(grand_total) - cents(on_time_discount)) },
      ]

const printedPaid = (invoice: Invoice): PrintedSum[] =>
  paidOf(invoice).map(({ label, amount }) => sum(label, amount))

const taxLabel = ({ tax_rate }: Invoice): string =>
  tax_rate === '' || tax_rate === '0' ? 'Tax' : `Tax (${tax_rate}%)`
