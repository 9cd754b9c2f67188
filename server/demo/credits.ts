/** What the office has credited, and what the history of those invoices says of it. */
import { creditOf } from '#contract/invoices/credits.ts'
import { withOverrides } from '#contract/invoices/show.ts'
import { totalsOf } from '#contract/invoices/totals.ts'
import { cents, money } from '#contract/money.ts'
import { instantOf } from './days.ts'
import type { DemoInvoice } from './invoices.ts'
import { userNamed } from './users.ts'

interface Order {
  row: {
    id: number
    company_location_id: number
    paid_status: string
    delivery_date: string
    invoice_total: string | null
  }
  invoice: DemoInvoice | null
}
type Invoiced = Order & { invoice: DemoInvoice }

const AMOUNT = '12.50'
/** Minutes of the day of delivery. */
const CREDITED_AT_MINUTE = 11 * 60

/** A line that costs more than is credited of it. */
const creditedLine = ({ invoice }: Invoiced) =>
  withOverrides(invoice.document.items, invoice.overrides).find(
    (item) => cents(item.total) > cents(AMOUNT) * 2n,
  )

/**
 * Two credits: of what came damaged on the newest invoice that is open, which comes to so much less; and of a delivery that
 * is paid, which waits for the next invoice of a location that has ordered nothing since.
 */
export function creditsOf(orders: readonly Order[]) {
  const invoiced = orders.filter((one): one is Invoiced => one.invoice !== null).reverse()
  const ordering = new Set(orders.filter(({ invoice }) => !invoice).map(({ row }) => row.company_location_id))
  const open = invoiced.find((one) => one.row.paid_status === '' && creditedLine(one))
  const paid = invoiced.find(
    (one) => one.row.paid_status === 'p' && !ordering.has(one.row.company_location_id) && creditedLine(one),
  )
  const given = [
    ...(open ? [{ one: open, reason: 'Two pieces came damaged', waits: false }] : []),
    ...(paid ? [{ one: paid, reason: 'The wrong cut was delivered', waits: true }] : []),
  ].map(({ one, reason, waits }, at) => give(one, { id: at + 1, reason, waits }))
  return { credits: given.map(({ credit }) => credit), history: given.map(({ line }) => line) }
}

function give(one: Invoiced, { id, reason, waits }: { id: number; reason: string; waits: boolean }) {
  const { row, invoice } = one
  const { tax_rate, items } = invoice.document
  const item = creditedLine(one)!
  const amounts = creditOf(item, tax_rate, AMOUNT, [])!
  const [by, at] = [userNamed('office').id, instantOf(row.delivery_date, CREDITED_AT_MINUTE, row.id % 60)]
  if (!waits) {
    const { subtotal, tax_total, grand_total } = totalsOf({
      items: withOverrides(items, invoice.overrides),
      fees: invoice,
      tax_rate,
      credits: [amounts],
    })
    Object.assign(invoice, { subtotal, tax_total, grand_total })
    row.invoice_total = grand_total
  }
  const tax = cents(amounts.tax) === 0n ? '' : ` and ${money(-cents(amounts.tax))} tax`
  return {
    credit: {
      id,
      company_location_id: row.company_location_id,
      order_id: waits ? null : row.id,
      of_order: row.id,
      item_id: item.id,
      reason,
      total: amounts.total,
      tax: amounts.tax,
      created_by: by,
      created_at: at,
    },
    line: {
      id,
      order_id: row.id,
      at,
      user_id: by,
      act: 'credit',
      detail: `${AMOUNT}${tax} off ${item.name}: ${reason}`,
      grand_total: invoice.grand_total,
    },
  }
}
