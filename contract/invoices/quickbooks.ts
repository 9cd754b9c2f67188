/** An invoice as QuickBooks Online imports it: one row per line. The sum of the rows is the grand total. */
import { z } from 'zod'
import { cents, money, thousandths, toUnits } from '../money.ts'
import { Id, Money } from '../values.ts'
import { FEE_LABELS, FEES, type Invoice, type InvoiceItem } from './schema.ts'
import { chargedSurcharge, chargedTotal, couponOf, lineTotal, surchargePrice } from './totals.ts'

/** The columns of the import, in the order of QuickBooks' own example. Columns with a star are required. */
export const QB_COLUMNS = [
  '*InvoiceNo',
  '*Customer',
  '*InvoiceDate',
  '*DueDate',
  'Terms',
  'Location',
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  '*ItemAmount',
  'Service Date',
] as const
export type QbColumn = (typeof QB_COLUMNS)[number]

/** The facts for the books that the invoice itself does not state. */
export interface Books {
  /** The customer's name in the books (`qb_mapping` of the location); empty for the location's name. */
  customer: string
  /** The names of products in the books (`qb_mapping` of the product), by product. */
  items: ReadonlyMap<string, string>
  /** `units_quickbooks_mappings`: units and cases of a line are two rows. */
  unitsApart: boolean
  /** The distributor's day on which the invoice was made, `YYYY-MM-DD`, and the day on which it is due. */
  invoiced: string
  due: string
  /** Days between both. */
  days: number
}

/** The text and amount of a row in the books. Two exports are compared by these. */
export interface BookedLine {
  item: string
  description: string
  amount: string
}

/** An invoice whose total differs from the total that was exported to QuickBooks. */
export const ChangedExport = z.object({ order: Id, exported_total: Money, grand_total: Money })
export type ChangedExport = z.infer<typeof ChangedExport>

interface Line extends BookedLine {
  /** Pieces or lb, and the price of one. */
  quantity: string
  rate: string
}

/** Formats a day as MM/DD/YYYY, as the import reads it. */
const day = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

/**
 * Returns quantity, rate and amount. QuickBooks accepts an amount only where it is the quantity times the rate: any
 * other amount is one piece at that rate.
 */
const times = (
  quantity: string,
  rate: string,
  amount: string,
): Pick<Line, 'quantity' | 'rate' | 'amount'> => {
  // A rate has up to six places, a weight three.
  return thousandths(quantity) * toUnits(rate, 6) === toUnits(amount, 9)
    ? { quantity, rate, amount }
    : { quantity: '1', rate: amount, amount }
}

/** @param invoice with its overrides, as it is shown */
export const quickbooksRows = (invoice: Invoice, books: Books): Record<QbColumn, string>[] =>
  rowsOf(linesOf(invoice, books), invoice, books, String(invoice.order_id))

/** Returns the lines of an invoice as they are booked: what an export stores. */
export const bookedLines = (invoice: Invoice, books: Books): BookedLine[] =>
  linesOf(invoice, books).map(({ item, description, amount }) => ({ item, description, amount }))

/**
 * Returns the lines that change the books from the exported lines (`booked`) to these: each line that comes to more or
 * less, by how much.
 */
export function differenceOf(booked: readonly BookedLine[], lines: readonly BookedLine[]): BookedLine[] {
  const sums = new Map<string, { item: string; description: string; sum: bigint }>()
  const add = ({ item, description, amount }: BookedLine, sign: bigint) => {
    const key = JSON.stringify([item, description])
    const { sum = 0n } = sums.get(key) ?? {}
    sums.set(key, { item, description, sum: sum + sign * cents(amount) })
  }
  for (const line of lines) add(line, 1n)
  for (const line of booked) add(line, -1n)
  return [...sums.values()].flatMap(({ item, description, sum }) =>
    sum === 0n ? [] : { item, description, amount: money(sum) },
  )
}

/**
 * Returns the rows of stored lines, or of a difference between them. Each is one piece at its amount: a stored line has
 * no quantity.
 * @param number their number in the books: for a difference another than the invoice's
 */
export const bookedRows = (
  lines: readonly BookedLine[],
  invoice: Invoice,
  books: Books,
  number: string,
): Record<QbColumn, string>[] =>
  rowsOf(
    lines.map((line) => ({ ...line, quantity: '1', rate: line.amount })),
    invoice,
    books,
    number,
  )

function linesOf(invoice: Invoice, books: Books): Line[] {
  return [
    ...invoice.items.flatMap((item) => itemLines(item, books)),
    ...invoice.credits.map(({ reason, total }) => ({ ...single('Credit', total), description: reason })),
    ...FEES.map((fee) => single(FEE_LABELS[fee], invoice[fee])),
    single('Sales tax', invoice.tax_total),
  ].filter(({ amount }) => cents(amount) !== 0n)
}

const rowsOf = (
  lines: readonly Line[],
  invoice: Invoice,
  books: Books,
  number: string,
): Record<QbColumn, string>[] =>
  lines.map((line) => ({
    '*InvoiceNo': number,
    '*Customer': books.customer || invoice.company_location_name,
    '*InvoiceDate': day(books.invoiced),
    '*DueDate': day(books.due),
    Terms: books.days === 0 ? 'Due on receipt' : `Net ${books.days}`,
    Location: invoice.company_location_name,
    Memo: `Order ${invoice.order_id}`,
    'Item(Product/Service)': line.item,
    ItemDescription: line.description,
    ItemQuantity: line.quantity,
    ItemRate: line.rate,
    '*ItemAmount': line.amount,
    'Service Date': day(invoice.order_delivery_date),
  }))

const single = (label: string, amount: string): Line => ({
  item: label,
  description: label,
  quantity: '1',
  rate: amount,
  amount,
})

function itemLines(item: InvoiceItem, { items, unitsApart }: Books): Line[] {
  const name = items.get(item.product) || item.item_code
  const total = chargedTotal(item)
  const unit = item.invoice_override_unit_price ?? item.unit_price
  const byCase = item.invoice_override_case_price ?? item.case_price
  const line = (description: string, quantity: string, rate: string, amount: string): Line => ({
    item: name,
    description,
    ...times(quantity, rate, amount),
  })
  const units = () => (item.weighable ? item.unit_weight_lbs : null) ?? String(item.unit_quantity)
  const cases = () => (item.weighable ? item.case_weight_lbs : null) ?? String(item.case_quantity)
  // A total that a person set is for the whole line: no part of it belongs to the units.
  const isWhole = item.by_hand && item.invoice_override_total === null
  const own =
    item.case_quantity === 0
      ? [line(item.name, units(), unit, total)]
      : item.unit_quantity === 0
        ? [line(item.name, cases(), byCase, total)]
        : unitsApart && !isWhole
          ? apart()
          : [line(item.name, '1', total, total)]
  /** Returns a row for the units, and one for the rest of the line's total: their sum is the total to the cent. */
  function apart(): Line[] {
    const ofUnits = lineTotal(item, { unit, case: '0.00' })
    const ofCases = money(cents(total) - cents(ofUnits))
    return [
      line(`${item.name} (units)`, units(), unit, ofUnits),
      line(`${item.name} (cases)`, cases(), byCase, ofCases),
    ]
  }
  const coupon = `-${couponOf(item)}`
  return [
    ...own,
    line(['Coupon', item.coupon_note].filter(Boolean).join(': '), '1', coupon, coupon),
    ...item.surcharges.map((surcharge): Line => ({
      item: surcharge.name,
      description: `${surcharge.name}: ${item.name}`,
      ...times(String(surcharge.quantity), surchargePrice(surcharge), chargedSurcharge(surcharge)),
    })),
  ]
}
