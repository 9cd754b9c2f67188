/** What an invoice says, line by line, in the words of people: the same on the screen, on paper and in the PDF. */
import {
  FEE_LABELS,
  FEES,
  type Invoice,
  type InvoiceCredit,
  type InvoiceItem,
} from '#contract/invoices/schema.ts'
import { cents } from '#contract/money.ts'
import { chargedSurcharge, chargedTotal, couponOf } from '#contract/invoices/totals.ts'
import { showWeight } from '#contract/orders/weight-rows.ts'
import { showMoney } from '#src/ui/format.ts'

/** B043. */
export const TERMS =
  'Amounts not paid when due carry interest at 1.5% per month or the legal maximum, whichever is less.'
/** B091. */
export const TAX_MARK = 'T'
export const TAX_NOTE = `${TAX_MARK} taxable`

/** C408, B037. */
export const invoiceFileName = (
  { order_id, customer }: Pick<Invoice, 'order_id' | 'customer'>,
  extension: 'csv' | 'pdf',
): string => `Invoice #${order_id} ${customer.username || 'Anonymous'}.${extension}`

export interface PrintedItem {
  key: string
  code: string
  name: string
  /** What is told below the name. */
  notes: string[]
  units: string
  cases: string
  unitPrice: string
  casePrice: string
  total: string
  taxable: boolean
  weighable: boolean
}

/** The items in the order of the invoice, each with its surcharges below it (B092). */
export const printedItems = ({ items, credits }: Pick<Invoice, 'items' | 'credits'>): PrintedItem[] => [
  ...items.flatMap((item) => [
    printedItem(item),
    ...(cents(couponOf(item)) > 0n
      ? [lineBelow(`${item.id} coupon`, 'Coupon', [item.coupon_note], `-${couponOf(item)}`)]
      : []),
    ...item.surcharges.map((surcharge) => ({
      key: `${item.id} ${surcharge.id}`,
      code: '',
      name: surcharge.name,
      notes: [],
      units: String(surcharge.quantity),
      cases: '',
      unitPrice: showMoney(surcharge.invoice_override_price ?? surcharge.unit_price),
      casePrice: '',
      total: showMoney(chargedSurcharge(surcharge)),
      taxable: false,
      weighable: false,
    })),
  ]),
  ...credits.map((credit) =>
    lineBelow(`credit ${credit.id}`, `Credit: ${credit.reason}`, [creditOf(credit)], credit.total),
  ),
]

/** Towards which invoice it was given, where that was not this one's own line. */
const creditOf = ({ of_order, item }: InvoiceCredit) => (item === null ? '' : `Of invoice ${of_order}`)

/** A line without code, quantities and prices. */
const lineBelow = (key: string, name: string, notes: string[], total: string): PrintedItem => ({
  key,
  code: '',
  name,
  notes: notes.filter(Boolean),
  units: '',
  cases: '',
  unitPrice: '',
  casePrice: '',
  total: showMoney(total),
  taxable: false,
  weighable: false,
})

function printedItem(item: InvoiceItem): PrintedItem {
  // B040, B041: by the pound where it is weighed. What is not sold by the unit, or by the case, has no such price.
  const price = (amount: string, quantity: number) =>
    quantity === 0 && cents(amount) === 0n ? '' : `${showMoney(amount)}${item.weighable ? ' / lb' : ''}`
  return {
    key: item.id,
    code: item.item_code,
    name: item.name,
    notes: notesOf(item),
    units: item.unit_quantity > 0 ? String(item.unit_quantity) : '',
    cases: item.case_quantity > 0 ? String(item.case_quantity) : '',
    // B089.
    unitPrice: price(item.invoice_override_unit_price ?? item.unit_price, item.unit_quantity),
    casePrice: price(item.invoice_override_case_price ?? item.case_price, item.case_quantity),
    total: showMoney(chargedTotal(item)),
    taxable: item.taxable,
    weighable: item.weighable,
  }
}

function notesOf(item: InvoiceItem): string[] {
  const { subitem_weights, subitem_lot_codes } = item
  const weights = (list: readonly string[]) => `${list.map((lbs) => showWeight(lbs)).join(', ')} lbs`
  return [
    // B090.
    item.display_units_per_case_on_invoice && `${item.units_per_case} per case`,
    item.weighable && item.catch_weight_lbs && `Catch weight ${showWeight(item.catch_weight_lbs)} lbs`,
    // B042.
    subitem_weights.u.length > 0 && `Unit weights ${weights(subitem_weights.u)}`,
    subitem_weights.c.length > 0 && `Case weights ${weights(subitem_weights.c)}`,
    subitem_lot_codes.u.length > 0 && `Unit lots ${subitem_lot_codes.u.join(', ')}`,
    subitem_lot_codes.c.length > 0 && `Case lots ${subitem_lot_codes.c.join(', ')}`,
  ].filter((note): note is string => typeof note === 'string' && note !== '')
}

export interface PrintedSum {
  label: string
  amount: string
  isGrand?: boolean
}

/** Subtotal, the four fees, the tax and the grand total, as the server has them. */
export const printedSums = (invoice: Invoice): PrintedSum[] => [
  { label: 'Subtotal', amount: showMoney(invoice.subtotal) },
  ...FEES.map((fee) => ({ label: FEE_LABELS[fee], amount: showMoney(invoice[fee]) })),
  { label: taxLabel(invoice), amount: showMoney(invoice.tax_total) },
  { label: 'Grand total', amount: showMoney(invoice.grand_total), isGrand: true },
]

const taxLabel = ({ tax_rate }: Invoice): string =>
  tax_rate === '' || tax_rate === '0' ? 'Tax' : `Tax (${tax_rate}%)`
