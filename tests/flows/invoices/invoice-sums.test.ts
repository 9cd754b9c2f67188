/** The sums of an invoice, worked out by hand: each example is placed, picked, invoiced and changed through the API. */
import { afterEach, expect, it } from 'vitest'
import { Invoice } from '#contract/invoices/schema.ts'
import { isBelowLeast } from '#contract/invoices/payment.ts'
import { cents, money } from '#contract/money.ts'
import { displayPrices, type Basis } from '#contract/products/prices.ts'
import { makeLocation, makeProduct, makeUser } from '../../factories/business.ts'
import { differenceIn } from '../../factories/invoice-figures.ts'
import { openTill } from '../../factories/till.ts'

interface Line {
  /** The price of a unit, and below it of a case: per piece, or per lb where the product is weighed. */
  price: string
  case_price?: string
  weight_type?: 'r/w' | 'fix'
  /** The average weights of a unit and of a case, in lb. */
  average?: [string, string]
  taxable?: boolean
  /** The ordered quantities, and the picked ones where they differ: units, cases. */
  ordered: [number, number]
  picked?: [number, number]
  weights?: { u?: string[]; c?: string[] }
  coupon?: string
}
interface Rule {
  kind: 'margin' | 'surcharge'
  type: 'f' | '%'
  amount: string
  /** What the rule applies to. The product is the first line's; its warehouse is 3. */
  on: ('location' | 'product' | 'warehouse')[]
}
/** A change by the office: the prices of a line or a surcharge (by number), the fees, or the whole invoice again. */
type Act =
  | { line: number; unit?: string | null; case?: string | null }
  | { surcharge: number; price: string | null }
  | { fees: Record<string, string> }
  | 'regenerate'
interface Example {
  shows: string
  at?: Record<string, unknown>
  lines: Line[]
  rules?: Rule[]
  isLate?: boolean
  acts?: Act[]
  /** Each line's amount, then its coupon, then its surcharges, as the invoice has them. */
  lineAmounts: string[]
  tax: string
  grand: string
  /** The amounts to pay by ACH and by card. */
  ach?: string
  card?: string
}

const PLAIN: Line = { price: '10.00', ordered: [3, 0] }
const BEEF: Line = {
  price: '5.20',
  weight_type: 'r/w',
  average: ['8.000', '0'],
  ordered: [3, 0],
  weights: { u: ['8.105', '7.995', '8.210'] },
}
const TAXED = { taxable: true, sales_tax_rate: '8.8750' }
const on = (...where: Rule['on']) => where

const EXAMPLES: Example[] = [
  { shows: 'pieces', lines: [PLAIN], lineAmounts: ['30.00'], tax: '0.00', grand: '30.00' },
  {
    shows: 'units and cases in one line',
    lines: [{ price: '2.50', case_price: '24.00', ordered: [3, 1] }],
    lineAmounts: ['31.50'],
    tax: '0.00',
    grand: '31.50',
  },
  {
    shows: 'what was picked, and not what was ordered',
    lines: [
      { ...PLAIN, picked: [2, 0] },
      { ...PLAIN, picked: [4, 0] },
      { ...PLAIN, picked: [0, 0] },
    ],
    lineAmounts: ['20.00', '40.00'],
    tax: '0.00',
    grand: '60.00',
  },
  // 24.310 × 5.20 = 126.412
  {
    shows: 'r/w: the weights, rounded once',
    lines: [BEEF],
    lineAmounts: ['126.41'],
    tax: '0.00',
    grand: '126.41',
  },
  {
    // (8.105 + 7.995 + 8) × 5.20 = 125.32
    shows: 'r/w: a piece that nobody weighed counts with the average',
    lines: [{ ...BEEF, weights: { u: ['8.105', '7.995'] } }],
    lineAmounts: ['125.32'],
    tax: '0.00',
    grand: '125.32',
  },
  {
    // 2.1 × 5.50 + 19.9 × 5.28 = 11.55 + 105.072
    shows: 'r/w: units and cases are rounded together',
    lines: [
      {
        price: '5.50',
        case_price: '5.28',
        weight_type: 'r/w',
        average: ['2.000', '20.000'],
        ordered: [1, 1],
        weights: { u: ['2.1'], c: ['19.9'] },
      },
    ],
    lineAmounts: ['116.62'],
    tax: '0.00',
    grand: '116.62',
  },
  {
    // 3 × 1.5 × 3.33 = 14.985
    shows: 'fix: the nominal weight',
    lines: [{ price: '3.33', weight_type: 'fix', average: ['1.500', '0'], ordered: [3, 0] }],
    lineAmounts: ['14.99'],
    tax: '0.00',
    grand: '14.99',
  },
  {
    shows: 'a coupon is a line below its item',
    lines: [{ ...PLAIN, coupon: '4.50' }],
    lineAmounts: ['30.00', '-4.50'],
    tax: '0.00',
    grand: '25.50',
  },
  {
    shows: 'a coupon takes off at most what was picked',
    lines: [{ ...PLAIN, picked: [1, 0], coupon: '25.00' }],
    lineAmounts: ['10.00', '-10.00'],
    tax: '0.00',
    grand: '0.00',
  },
  {
    shows: 'a flat surcharge is charged for each picked piece',
    lines: [{ price: '2.50', case_price: '24.00', ordered: [3, 1] }],
    rules: [{ kind: 'surcharge', type: 'f', amount: '0.05', on: on('location') }],
    lineAmounts: ['31.50', '0.20'],
    tax: '0.00',
    grand: '31.70',
  },
  {
    // 126.41 × 8.3333 % = 10.5341
    shows: 'a percentage with four places is of the line',
    lines: [BEEF],
    rules: [{ kind: 'surcharge', type: '%', amount: '8.3333', on: on('product') }],
    lineAmounts: ['126.41', '10.53'],
    tax: '0.00',
    grand: '136.94',
  },
  {
    // 5 % of 30.00 and not of 25.50; both are charged
    shows: 'a percentage is of the line before its coupon, and all surcharges that fit apply',
    lines: [{ ...PLAIN, coupon: '4.50' }, PLAIN],
    rules: [
      { kind: 'surcharge', type: '%', amount: '5', on: on('product') },
      { kind: 'surcharge', type: 'f', amount: '0.08', on: on('location', 'warehouse') },
    ],
    lineAmounts: ['30.00', '-4.50', '1.50', '0.24', '30.00', '0.24'],
    tax: '0.00',
    grand: '57.48',
  },
  ...(
    [
      ['warehouse', [on('warehouse')], '31.50'],
      ['location', [on('location'), on('warehouse')], '31.50'],
      ['location and warehouse', [on('location', 'warehouse'), on('location')], '31.50'],
      ['product', [on('product'), on('location', 'warehouse')], '31.50'],
      ['product and warehouse', [on('product', 'warehouse'), on('product')], '31.50'],
      ['product and location', [on('product', 'location'), on('product', 'warehouse')], '31.50'],
      ['all three', [on('product', 'location', 'warehouse'), on('product', 'location')], '31.50'],
    ] as const
  ).map(([where, [wins, ...others], total]): Example => ({
    shows: `a margin on the ${where} sets the price, alone`,
    lines: [PLAIN],
    rules: [
      { kind: 'margin', type: '%', amount: '5', on: [...wins] },
      ...others.map((on): Rule => ({ kind: 'margin', type: 'f', amount: '7.00', on: [...on] })),
    ],
    lineAmounts: [total],
    tax: '0.00',
    grand: total,
  })),
  {
    // 30.00 × 8.875 % = 2.6625; 14.99 × 8.875 % = 1.330…: 2.66 + 1.33; together they would be 3.99
    shows: 'tax is rounded line by line, on taxable lines alone',
    at: TAXED,
    lines: [
      { ...PLAIN, taxable: true },
      { price: '14.99', ordered: [1, 0], taxable: true },
      { price: '100.00', ordered: [1, 0] },
    ],
    lineAmounts: ['30.00', '14.99', '100.00'],
    tax: '3.99',
    grand: '148.98',
  },
  {
    // Three times 0.10 × 5 % = 0.005, a cent each; of 0.30 it would be 0.02
    shows: 'tax of half a cent goes up on each line',
    at: { taxable: true, sales_tax_rate: '5' },
    lines: Array.from({ length: 3 }, () => ({ price: '0.10', ordered: [1, 0], taxable: true })),
    lineAmounts: ['0.10', '0.10', '0.10'],
    tax: '0.03',
    grand: '0.33',
  },
  {
    shows: 'a location that is not taxable pays no tax',
    at: { ...TAXED, taxable: false },
    lines: [{ ...PLAIN, taxable: true }],
    lineAmounts: ['30.00'],
    tax: '0.00',
    grand: '30.00',
  },
  {
    // 25.50 × 8.875 % = 2.263125; the surcharge of 1.50 is not taxed
    shows: 'the coupon lowers the tax, and a surcharge is not taxed',
    at: TAXED,
    lines: [{ ...PLAIN, taxable: true, coupon: '4.50' }],
    rules: [{ kind: 'surcharge', type: '%', amount: '5', on: on('location') }],
    lineAmounts: ['30.00', '-4.50', '1.50'],
    tax: '2.26',
    grand: '29.26',
  },
  {
    // 24.00 × 8.875 % = 2.13
    shows: 'an override is taxed anew',
    at: TAXED,
    lines: [{ ...PLAIN, taxable: true }],
    acts: [{ line: 0, unit: '8.00' }],
    lineAmounts: ['24.00'],
    tax: '2.13',
    grand: '26.13',
  },
  {
    // 24.310 × 4.113534 = 100.00001…
    shows: 'an override with six places brings a typed total back',
    lines: [BEEF],
    acts: [{ line: 0, unit: '4.113534' }],
    lineAmounts: ['100.00'],
    tax: '0.00',
    grand: '100.00',
  },
  {
    // Only 15.00 are left for the coupon of 20.00 to take off; the 5 % are of the overridden line.
    shows: 'a coupon takes off at most the overridden line, and a percentage follows it',
    lines: [{ ...PLAIN, coupon: '20.00' }],
    rules: [{ kind: 'surcharge', type: '%', amount: '5', on: on('location') }],
    acts: [{ line: 0, unit: '5.00' }],
    lineAmounts: ['15.00', '-15.00', '0.75'],
    tax: '0.00',
    grand: '0.75',
  },
  {
    shows: 'a surcharge with a price of its own does not follow its line',
    lines: [PLAIN],
    rules: [{ kind: 'surcharge', type: '%', amount: '5', on: on('location') }],
    acts: [
      { surcharge: 1, price: '0.333333' },
      { line: 0, unit: '1.00' },
    ],
    lineAmounts: ['3.00', '1.00'],
    tax: '0.00',
    grand: '4.00',
  },
  {
    shows: 'one of two prices is overridden, and taken back',
    lines: [
      { price: '2.50', case_price: '24.00', ordered: [2, 1] },
      { price: '3.00', ordered: [1, 0] },
    ],
    acts: [
      { line: 0, case: '20.00' },
      { line: 1, unit: '1.00' },
      { line: 1, unit: null },
    ],
    lineAmounts: ['25.00', '3.00'],
    tax: '0.00',
    grand: '28.00',
  },
  {
    shows: 'the refrigerated delivery fee of a location that is charged for delivery',
    at: { fuel_surcharge: true, refrigerated_delivery_fee: '12.00' },
    lines: [PLAIN],
    lineAmounts: ['30.00'],
    tax: '0.00',
    grand: '42.00',
  },
  {
    shows: 'and of one that is not',
    at: { fuel_surcharge: false, refrigerated_delivery_fee: '12.00' },
    lines: [PLAIN],
    lineAmounts: ['30.00'],
    tax: '0.00',
    grand: '30.00',
  },
  {
    shows: 'a late order',
    at: { late_order_fee: '25.00' },
    lines: [PLAIN],
    isLate: true,
    lineAmounts: ['30.00'],
    tax: '0.00',
    grand: '55.00',
  },
  {
    shows: 'each fee as the office enters it, none of them taxed',
    at: TAXED,
    lines: [{ ...PLAIN, taxable: true }],
    acts: [
      {
        fees: {
          credit_card_fee: '1.01',
          refrigerated_delivery_fee: '2.02',
          late_fee: '3.03',
          fuel_surcharge: '4.04',
        },
      },
    ],
    lineAmounts: ['30.00'],
    tax: '2.66',
    grand: '42.76',
  },
  {
    shows: 'regenerate takes overrides and entered fees away, and charges being late once',
    at: { ...TAXED, late_order_fee: '25.00' },
    lines: [{ ...PLAIN, taxable: true }],
    isLate: true,
    acts: [{ line: 0, unit: '1.00' }, { fees: { late_fee: '0.50', fuel_surcharge: '9.00' } }, 'regenerate'],
    lineAmounts: ['30.00'],
    tax: '2.66',
    grand: '57.66',
  },
  {
    // 2.5 % of the subtotal, 30.00; by card 2.9 % of 41.25 = 1.19625
    shows: 'paid on time: a discount of the subtotal, and a card costs of what is left',
    at: {
      fuel_surcharge: true,
      refrigerated_delivery_fee: '12.00',
      on_time_payment_discount_amount: '2.5',
      on_time_payment_days_threshold: 10,
    },
    lines: [PLAIN],
    lineAmounts: ['30.00'],
    tax: '0.00',
    grand: '42.00',
    ach: '41.25',
    card: '42.45',
  },
  {
    shows: 'by card where the office has entered a card fee: nothing more',
    lines: [PLAIN],
    acts: [{ fees: { credit_card_fee: '0.87' } }],
    lineAmounts: ['30.00'],
    tax: '0.00',
    grand: '30.87',
    card: '30.87',
  },
]

const till = openTill()
// A rule on a warehouse applies to the goods of every example.
afterEach(() => till.server.database.pool.query('delete from fee_templates'))

async function call<T>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  by?: string,
): Promise<T> {
  const answer = await till.server.call(by ?? till.house.as.office, method, path, { body })
  expect([path, answer.status < 300 ? '' : answer.body]).toEqual([path, ''])
  return answer.body as T
}

/** Makes the products of an example, in the order of its lines. */
async function makeGoods(lines: Line[]): Promise<string[]> {
  const upcs: string[] = []
  for (const { price, case_price = '0.00', weight_type = '', average = [], taxable = false } of lines) {
    const basis: Basis = {
      unit_type: case_price === '0.00' ? 'Unit' : 'Unit / Case',
      weight_type,
      unit_price: price,
      case_price,
      average_unit_weight: average[0] ?? null,
      average_case_weight: average[1] ?? null,
      units_per_case: 1,
    }
    const all = { ...basis, ...displayPrices(basis), tax_default: taxable }
    upcs.push((await makeProduct(till.server.database.pool, all)).upc)
  }
  return upcs
}

async function layRules(rules: Rule[], location: number, product: string): Promise<void> {
  const ids = { location: { company_location: location }, product: { product }, warehouse: { warehouse: 3 } }
  for (const { kind, on, ...rule } of rules)
    await call('POST', `${kind}templates/`, { ...rule, ...Object.assign({}, ...on.map((one) => ids[one])) })
}

async function pick(order: number, lines: Line[], upcs: string[]): Promise<void> {
  const items = await call<{ id: string; product: string }[]>('GET', `orderitems?order=${order}&no_page=1`)
  for (const [n, line] of lines.entries()) {
    const { id } = items.find(({ product }) => product === upcs[n])!
    const [unit_quantity, case_quantity] = line.picked ?? line.ordered
    const coupon = line.coupon === undefined ? {} : { coupon_amount: line.coupon, coupon_note: 'Agreed' }
    await call('PATCH', `orderitems/${id}`, { unit_quantity, case_quantity, picked: true, ...coupon })
    for (const unit_type of ['u', 'c'] as const)
      for (const weight_lbs of line.weights?.[unit_type] ?? [])
        await call('POST', 'ordersubitems', { order_item: id, unit_type, weight_lbs })
  }
}

async function act(order: number, acts: Act[]): Promise<void> {
  for (const one of acts) {
    const { items } = await call<Invoice>('GET', `orders/${order}/invoice`)
    if (one === 'regenerate')
      await call('POST', `orders/${order}/generateinvoice`, { force_regenerate: true })
    else if ('fees' in one) await call('PATCH', `orders/${order}/invoice`, one.fees)
    else
      await call('POST', `orders/${order}/invoice/itemoverride`, {
        order_items:
          'line' in one
            ? [
                {
                  id: items[one.line]!.id,
                  invoice_override_unit_price: one.unit ?? null,
                  invoice_override_case_price: one.case ?? null,
                },
              ]
            : [],
        surcharge_items: 'surcharge' in one ? [{ id: one.surcharge, invoice_override_price: one.price }] : [],
      })
  }
}

const linesOf = ({ items }: Invoice): string[] =>
  items.flatMap((item) => {
    const total = item.invoice_override_total ?? item.total
    const coupon = cents(item.coupon_amount) < cents(total) ? item.coupon_amount : total
    return [
      total,
      ...(cents(item.coupon_amount) > 0n ? [`-${coupon}`] : []),
      ...item.surcharges.map((one) => one.invoice_override_total ?? one.total),
    ]
  })

it.each(EXAMPLES.map((example) => [example.shows, example.grand, example] as const))(
  '%s: %s',
  async (_, __, example) => {
    const { pool } = till.server.database
    const { company_id } = till.house.location
    const location = await makeLocation(pool, {
      company_id,
      taxable: false,
      payments_enabled: true,
      credit_card_charge_fee: 2.9,
      ...example.at,
    })
    const customer = await makeUser(pool, 'customer', {
      company_id,
      location_ids: [location.id],
      can_see_payments_column: true,
    })
    const upcs = await makeGoods(example.lines)
    await layRules(example.rules ?? [], location.id, upcs[0]!)
    const day = new Date().toISOString().slice(0, 10)
    const { id } = await call<{ id: number }>('POST', 'orders/', {
      customer: customer.id,
      submitted_date: day,
      created_date: day,
      total: '0.00',
      order_items: example.lines.map(({ ordered: [unit_quantity, case_quantity] }, n) => ({
        product: upcs[n],
        unit_quantity,
        case_quantity,
      })),
    })
    // The order is placed long before its delivery, or long after it.
    await pool.query(
      `update orders set late_fee = null, placed_at = delivery_date + ($2 || ' days')::interval where id = $1`,
      [id, example.isLate ? 3 : -3],
    )
    await pick(id, example.lines, upcs)
    await call('POST', `orders/${id}/generateinvoice`, { confirm_average: true })
    await act(id, example.acts ?? [])

    const invoice = Invoice.parse(await call('GET', `orders/${id}/invoice`))
    const amounts = linesOf(invoice)
    expect({ lines: amounts, tax: invoice.tax_total, grand: invoice.grand_total }).toEqual({
      lines: example.lineAmounts,
      tax: example.tax,
      grand: example.grand,
    })
    expect(invoice.subtotal).toBe(money(amounts.reduce((sum, one) => sum + cents(one), 0n)))
    const csv = await call<string>('GET', `orders/${id}/invoice/downloadexport`)
    expect(differenceIn(invoice, csv)).toBeNull()
    expect(await call('GET', `orders/${id}`)).toMatchObject({ invoice_total: example.grand })

    if (isBelowLeast(example.grand)) return
    await call('POST', `orders/${id}/invoice/setpayable`)
    const preview = await call<{ invoice_payment_summary: Record<string, Record<string, string>> }>(
      'GET',
      `orders/${id}/invoice/paymentpreview`,
      undefined,
      customer.username,
    )
    const { ach, card } = preview.invoice_payment_summary
    expect([ach!['Invoice total'], ach!['Total']]).toEqual([example.grand, example.ach ?? example.grand])
    if (example.card !== undefined) expect(card!['Total']).toBe(example.card)
  },
)
