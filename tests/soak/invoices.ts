/**
 * Invoices at random. The figures of the page, the CSV file, edit mode, paying, the computation and the stored sums
 * must be the same to the cent, whatever was picked, weighed, deducted or overridden.
 */
import { FEES, Invoice, type FeeName } from '#contract/invoices/schema.ts'
import { invoiceItems, type InvoicedLine, type SurchargeRule } from '#contract/invoices/make.ts'
import { dueBy, type PaymentPreview } from '#contract/invoices/payment.ts'
import { NO_OVERRIDES, withOverrides, type Overrides } from '#contract/invoices/show.ts'
import { priceForTotal, totalsOf } from '#contract/invoices/totals.ts'
import { cents, divideRounded, money, thousandths } from '#contract/money.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { finalPrice } from '#contract/pricing.ts'
import { invoiceCsv } from '#server/invoices/export.ts'
import { makeEdit, newId, patchOf, postOf } from '../factories/edits.ts'
import { differenceIn } from '../factories/invoice-figures.ts'
import type { Chance } from '../sim/chance.ts'

const price = (chance: Chance, most = 9_000) => money(BigInt(chance.whole(most)))
const pounds = (chance: Chance) => `${chance.whole(40)}.${String(chance.whole(1_000)).padStart(3, '0')}`
const rate = (chance: Chance) =>
  chance.oneIn(3) ? '0' : `${chance.whole(12)}.${String(chance.whole(10_000)).padStart(4, '0')}`

function randomLine(chance: Chance, n: number): InvoicedLine {
  const weight_type = chance.pick(['', '', 'r/w', 'fix'] as const)
  const perLb = (isSold: boolean) => (weight_type !== '' && isSold ? price(chance, 2_000) : null)
  const [unit_quantity, case_quantity] = chance.pick([
    [1 + chance.whole(6), 0],
    [0, 1 + chance.whole(4)],
    [chance.whole(4), chance.whole(3)],
  ] as const)
  const item = {
    id: `line${n}`,
    product: `p${n}`,
    units_ordered: unit_quantity,
    cases_ordered: case_quantity,
    unit_quantity,
    case_quantity,
    price_per_unit: price(chance),
    price_per_case: price(chance),
    price_snapshot: {
      weight_type,
      unit_price_per_lb: perLb(!chance.oneIn(8)),
      case_price_per_lb: perLb(!chance.oneIn(8)),
      average_unit_weight: chance.oneIn(8) ? null : pounds(chance),
      average_case_weight: chance.oneIn(8) ? null : pounds(chance),
    },
    coupon_amount: chance.oneIn(4) ? price(chance, 3_000) : '0.00',
    coupon_note: '',
    out_of_stock: chance.oneIn(20),
    taxable: !chance.oneIn(3),
  }
  const pieces = (['u', 'c'] as const).flatMap((unit_type) =>
    Array.from(
      { length: chance.whole((unit_type === 'u' ? unit_quantity : case_quantity) + 2) },
      (_, at) => ({
        id: `${n}-${unit_type}-${at}`,
        unit_type,
        weight_lbs: chance.oneIn(6) ? null : pounds(chance),
        lot_code: null,
      }),
    ),
  )
  const own = finalPrice(item, pieces)
  return {
    // In some cases a person has set the price by hand.
    item: { ...item, final_price: chance.oneIn(15) ? price(chance) : own },
    pieces,
    product: {
      name: `Product ${n}`,
      item_code: `C${n}`,
      warehouse: chance.pick([3, 4]),
      units_per_case: 6,
      display_units_per_case_on_invoice: false,
    },
  }
}

const randomRule = (chance: Chance): SurchargeRule => ({
  ...(chance.oneIn(2)
    ? { type: 'f', amount: money(BigInt(chance.whole(200))) }
    : { type: '%', amount: `${chance.whole(15)}.${String(chance.whole(10_000)).padStart(4, '0')}` }),
  description: 'Surcharge',
  company_location: chance.oneIn(2) ? 1 : null,
  warehouse: chance.oneIn(3) ? chance.pick([3, 4]) : null,
  product: chance.oneIn(4) ? 'p0' : null,
})

const randomFees = (chance: Chance) =>
  Object.fromEntries(FEES.map((fee) => [fee, chance.oneIn(2) ? '0.00' : price(chance, 4_000)])) as Record<
    FeeName,
    string
  >

/** Returns a price with up to six places. */
function randomPrice(chance: Chance): string {
  return `${chance.whole(90)}.${String(chance.whole(1_000_000))
    .padStart(chance.pick([2, 6]), '0')
    .slice(0, 6)}`
}

/** Makes one invoice in the pure functions, and returns what is wrong with it. */
function invoiceOne(chance: Chance): { lines: number; wrong: string | null } {
  const lines = Array.from({ length: 1 + chance.whole(4) }, (_, n) => randomLine(chance, n))
  const rules = Array.from({ length: chance.whole(4) }, () => randomRule(chance))
  const items = invoiceItems(lines, rules, 1)
  const overrides: Overrides = { items: {}, surcharges: {} }
  for (const item of items) {
    if (chance.oneIn(4))
      overrides.items[item.id] = {
        unit: randomPrice(chance),
        case: chance.oneIn(2) ? randomPrice(chance) : null,
      }
    for (const { id } of item.surcharges) if (chance.oneIn(6)) overrides.surcharges[id] = randomPrice(chance)
  }
  const fees = randomFees(chance)
  const tax_rate = rate(chance)
  const shown = withOverrides(items, overrides)
  const { subtotal, tax_total, grand_total } = totalsOf({ items: shown, fees, tax_rate })
  const invoice = {
    order_id: 1,
    order_delivery_date: '2026-11-23',
    customer: { username: 'chef', email: '' },
    items: shown,
    credits: [],
    subtotal,
    ...fees,
    tax_rate,
    tax_total,
    grand_total,
    on_time_discount: '0.00',
  } as unknown as Invoice
  const wrong =
    differenceIn(invoice, invoiceCsv(invoice)) ??
    lineDifference(lines, items) ??
    typedDifference(chance, items) ??
    paidDifference(invoice, chance)
  return { lines: items.length, wrong }
}

/**
 * Checks that without overrides the lines add up to the order's picked total, and each line to its pieces one by one.
 */
function lineDifference(
  lines: readonly InvoicedLine[],
  items: ReturnType<typeof invoiceItems>,
): string | null {
  const picked = lines.filter(({ item }) => items.some(({ id }) => id === item.id))
  const ordered = picked.reduce((sum, { item }) => sum + cents(item.final_price), 0n)
  const plain = withOverrides(items, NO_OVERRIDES).map((item) => ({ ...item, surcharges: [] }))
  const none = Object.fromEntries(FEES.map((fee) => [fee, '0'])) as Record<FeeName, string>
  const { subtotal } = totalsOf({ items: plain, fees: none, tax_rate: '0' })
  if (cents(subtotal) !== ordered) return `the order comes to ${money(ordered)}, its invoice to ${subtotal}`
  for (const { item, pieces } of picked) {
    const line = items.find(({ id }) => id === item.id)!
    const { weight_type, ...each } = item.price_snapshot
    const exact = (['u', 'c'] as const).reduce((sum, type) => {
      const [count, perLb, per, mean] =
        type === 'u'
          ? [item.unit_quantity, each.unit_price_per_lb, item.price_per_unit, each.average_unit_weight]
          : [item.case_quantity, each.case_price_per_lb, item.price_per_case, each.average_case_weight]
      if (!perLb || weight_type === '') return sum + BigInt(count) * cents(per) * 1_000n
      const weighed =
        weight_type === 'r/w' ? pieces.filter((one) => one.unit_type === type && one.weight_lbs) : []
      let lbs = 0n
      for (let at = 0; at < count; at += 1) lbs += thousandths(weighed[at]?.weight_lbs ?? mean ?? '0')
      return sum + lbs * cents(perLb)
    }, 0n)
    const total = money(divideRounded(exact, 1_000n))
    if (!line.by_hand && line.total !== total)
      return `${item.id} comes to ${total}, its line says ${line.total}`
  }
  return null
}

/** Checks that a typed total comes back to the cent. */
function typedDifference(chance: Chance, items: ReturnType<typeof invoiceItems>): string | null {
  const item = chance.pick(items)
  const total = price(chance, 100_000)
  const typed = item && priceForTotal(item, total)
  if (!typed) return null
  const over = { unit: null, case: null, ...typed }
  const [shown] = withOverrides([item], { items: { [item.id]: over }, surcharges: {} })
  // A line with only one picked type charges nothing for the other.
  return shown!.invoice_override_total === total
    ? null
    : `a typed total of ${total} became ${shown!.invoice_override_total}`
}

/** Checks that paying begins with the invoice's total, and adds up. */
function paidDifference(invoice: Invoice, chance: Chance): string | null {
  const terms = {
    charge_fee: rate(chance),
    discount: rate(chance),
    discount_days: chance.whole(3),
    delivery_date: invoice.order_delivery_date,
    kept: '0.00',
    discounted: '0.00',
  }
  for (const method of ['ach', 'card'] as const) {
    const due = dueBy(method, { ...invoice, ...terms }, '2026-11-24')
    const sum = cents(due.invoice_total) - cents(due.discount) + cents(due.card_fee)
    if (due.invoice_total !== invoice.grand_total || money(sum) !== due.total)
      return `by ${method} the invoice of ${invoice.grand_total} costs ${JSON.stringify(due)}`
  }
  return null
}

/** Makes so many invoices in the pure functions. */
export function invoicePurely(invoices: number, chance: Chance) {
  const report = { invoices, lines: 0, wrong: [] as string[] }
  for (let n = 0; n < invoices && report.wrong.length < 10; n += 1) {
    const { lines, wrong } = invoiceOne(chance)
    report.lines += lines
    if (wrong !== null) report.wrong.push(wrong)
  }
  return report
}

/** The office's calls, and the person who makes them. */
export interface Office {
  person: { id: number; username: string }
  call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T>
  /** Returns the customer's preview of the cost of paying; null without online payment. */
  preview: ((order: number) => Promise<PaymentPreview>) | null
  /** Returns how the PDF differs; null where no PDF is made of this invoice. */
  paper: ((invoice: Invoice) => Promise<string | null>) | null
}

/** Picks an order, invoices it, and overrides prices and fees. Returns what is wrong with it, or null. */
export async function invoiceThrough(
  { person, call, preview, paper }: Office,
  order: number,
  items: readonly OrderItemRow[],
  chance: Chance,
): Promise<string | null> {
  const by = { ...person, company_id: null }
  const edits = items.flatMap((item): Mutation[] => {
    const { units_ordered, cases_ordered, price_snapshot } = item
    const unit_quantity = Math.min(units_ordered, 4)
    const case_quantity = Math.min(cases_ordered, 3)
    const body = chance.oneIn(6)
      ? { out_of_stock: true }
      : {
          unit_quantity,
          case_quantity,
          picked: true,
          ...(chance.oneIn(4) && { coupon_amount: money(cents(item.estimated_price) / 3n) }),
        }
    const base = Object.fromEntries(
      Object.keys(body).map((field) => [field, item[field as keyof OrderItemRow]]),
    )
    const weighed = price_snapshot.weight_type === 'r/w' && !('out_of_stock' in body)
    const isTraced = item.lot_tracked && !('out_of_stock' in body)
    const pieces = (unit_type: 'u' | 'c', count: number) =>
      Array.from({ length: isTraced ? count : weighed ? chance.whole(count + 1) : 0 }, () => {
        const id = newId()
        return postOf(by, 'ordersubitems', id, {
          id,
          order_item: item.id,
          unit_type,
          weight_lbs: weighed ? pounds(chance) : null,
          lot_code: 'L-1',
        })
      })
    return [patchOf(by, item, body, base), ...pieces('u', unit_quantity), ...pieces('c', case_quantity)].map(
      (edit) => makeEdit(by, { ...edit, order, reason: 'As it came.' }),
    )
  })
  const { results } = await call<{ results: { outcome: string; body: unknown }[] }>('POST', 'sync/push', {
    device_id: edits[0]!.device_id,
    mutations: edits,
  })
  const refused = results.find(({ outcome }) => outcome !== 'applied')
  if (refused) return `order ${order}: ${JSON.stringify(refused)}`
  const made = await call<{ picked_total: string }>('POST', `orders/${order}/generateinvoice`, {
    confirm_average: true,
    confirm_zero: true,
    confirm_nothing: true,
  })
  const invoice = await call<Invoice>('GET', `orders/${order}/invoice`)
  const over = invoice.items.filter(() => chance.oneIn(3))
  if (over.length > 0)
    await call('POST', `orders/${order}/invoice/itemoverride`, {
      order_items: over.map(({ id }) => ({
        id,
        invoice_override_unit_price: randomPrice(chance),
        invoice_override_case_price: null,
      })),
      surcharge_items: [],
    })
  if (chance.oneIn(3)) await call('PATCH', `orders/${order}/invoice`, randomFees(chance))
  const [charged, csv, row] = await Promise.all([
    call<unknown>('GET', `orders/${order}/invoice`).then((body) => Invoice.parse(body)),
    call<string>('GET', `orders/${order}/invoice/downloadexport`),
    call<{ invoice_total: string }>('GET', `orders/${order}`),
  ])
  const before = invoice.items.reduce(
    (sum, { total, coupon_amount }) =>
      sum + cents(total) - (cents(coupon_amount) < cents(total) ? cents(coupon_amount) : cents(total)),
    0n,
  )
  if (money(before) !== made.picked_total)
    return `order ${order}: ${made.picked_total} was picked, its lines come to ${money(before)}`
  if (row.invoice_total !== charged.grand_total)
    return `order ${order} says ${row.invoice_total}, its invoice ${charged.grand_total}`
  const wrong = differenceIn(charged, csv) ?? (paper && (await paper(charged)))
  // An invoice over nothing is not paid.
  if (wrong !== null || !preview || cents(charged.grand_total) === 0n) return wrong
  await call('POST', `orders/${order}/invoice/setpayable`)
  return previewDifference(charged, await preview(order))
}

/** Checks that the customer's preview shows the invoice's total by each method, and lines that add up to the charge. */
function previewDifference(invoice: Invoice, { invoice_payment_summary }: PaymentPreview): string | null {
  for (const method of ['ach', 'card'] as const) {
    const { Total: total = 'nothing', ...lines } = invoice_payment_summary[method] ?? {}
    const sum = money(Object.values(lines).reduce((all, one) => all + cents(String(one)), 0n))
    if (lines['Invoice total'] !== invoice.grand_total || sum !== total)
      return `order ${invoice.order_id}: it comes to ${invoice.grand_total}, by ${method} ${JSON.stringify({ ...lines, total })}`
  }
  return null
}
