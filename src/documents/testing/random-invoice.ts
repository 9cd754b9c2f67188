/** Invoices at random, made as the server makes them: of weighed and counted lines, coupons, surcharges, overrides and fees. */
import { invoiceItems, type InvoicedLine, type SurchargeRule } from '#contract/invoices/make.ts'
import { FEES, type Invoice } from '#contract/invoices/schema.ts'
import { withOverrides, type Overrides } from '#contract/invoices/show.ts'
import { totalsOf } from '#contract/invoices/totals.ts'
import { fromUnits, money } from '#contract/money.ts'
import { finalPrice } from '#contract/pricing.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import fc from 'fast-check'

const amount = (most: number) => fc.integer({ min: 0, max: most }).map((n) => money(BigInt(n)))
const lbs = fc.integer({ min: 100, max: 60_000 }).map((n) => fromUnits(BigInt(n), 3))
const few = fc.integer({ min: 0, max: 4 })

const line = fc
  .record({
    id: fc.uuid({ version: 7 }),
    product: fc.constantFrom('00', '01'),
    weightType: fc.constantFrom('' as const, 'r/w' as const, 'fix' as const),
    units: few,
    cases: few,
    perUnit: amount(5_000),
    perCase: amount(20_000),
    average: lbs,
    weights: fc.array(lbs, { maxLength: 8 }),
    lot: fc.constantFrom(null, 'L-7', 'LOT 2026/11'),
    coupon: fc.option(amount(900), { nil: '0.00' }),
    taxable: fc.boolean(),
    tells: fc.boolean(),
  })
  .map((chosen): InvoicedLine => {
    const { id, weightType, units, cases, perUnit, perCase, average, weights, taxable } = chosen
    const isWeighed = weightType !== ''
    const item = {
      id,
      product: chosen.product,
      unit_quantity: units,
      case_quantity: cases,
      units_ordered: units,
      cases_ordered: cases,
      price_per_unit: perUnit,
      price_per_case: perCase,
      price_snapshot: {
        weight_type: weightType,
        unit_price_per_lb: isWeighed ? perUnit : null,
        case_price_per_lb: isWeighed ? perCase : null,
        average_unit_weight: average,
        average_case_weight: average,
      },
      coupon_amount: chosen.coupon,
      coupon_note: '',
      out_of_stock: false,
      taxable,
    }
    const pieces = weights.map((weight_lbs, at) => ({
      id: `${id.slice(0, -2)}${String(at).padStart(2, '0')}`,
      unit_type: at % 2 === 0 ? ('u' as const) : ('c' as const),
      weight_lbs: isWeighed ? weight_lbs : null,
      lot_code: chosen.lot,
    }))
    return {
      item: { ...item, final_price: finalPrice(item, pieces) },
      pieces,
      product: {
        name: `Beef & Söhne, ${id.slice(-4)}`,
        item_code: `IC${id.slice(-6)}`.toUpperCase(),
        warehouse: null,
        units_per_case: 12,
        display_units_per_case_on_invoice: chosen.tells,
      },
    }
  })

const RULES: SurchargeRule[] = [
  {
    type: 'f',
    amount: '0.75',
    description: 'Cutting',
    warehouse: null,
    product: '00',
    company_location: null,
  },
  { type: '%', amount: '0.0333', description: '', warehouse: null, product: null, company_location: null },
]

/** Whether each line and surcharge has a price set over its own. */
const overridden = (
  items: ReturnType<typeof invoiceItems>,
  prices: readonly (string | null)[],
): Overrides => ({
  items: Object.fromEntries(
    items.flatMap(({ id }, n) => {
      const price = prices[n % prices.length]
      return price ? [[id, { unit: price, case: null }]] : []
    }),
  ),
  surcharges: {},
})

/** @param size the least and the most lines */
export const randomInvoice = (size: { minLength?: number; maxLength: number }): fc.Arbitrary<Invoice> =>
  fc
    .record({
      order_id: fc.integer({ min: 1, max: 99_999 }),
      lines: fc.uniqueArray(line, { ...size, selector: ({ item }) => item.id }),
      withRules: fc.boolean(),
      prices: fc.array(fc.option(amount(3_000)), { minLength: 1, maxLength: 5 }),
      fees: fc.tuple(amount(2_000), amount(2_000), amount(2_000), amount(2_000)),
      tax_rate: fc.constantFrom('0', '8.875', '6.625'),
    })
    .map(({ order_id, lines, withRules, prices, fees: amounts, tax_rate }) => {
      const copied = invoiceItems(lines, withRules ? RULES : [], 1)
      const items = withOverrides(copied, overridden(copied, prices))
      const fees = Object.fromEntries(FEES.map((fee, n) => [fee, amounts[n]!])) as Record<
        (typeof FEES)[number],
        string
      >
      const { subtotal, tax_total, grand_total } = totalsOf({ items, fees, tax_rate })
      // Read as the app reads an answer.
      return readInvoice({
        order_id,
        order_delivery_date: '2026-11-22',
        company_location_name: 'Pier 40',
        bill_to_address: '1 Bill Street, Hoboken, NJ 07030',
        ship_to_address: '2 Ship Street, Newark, NJ 07105',
        customer: { username: 'ann', email: 'ann@example.com' },
        items,
        credits: [],
        subtotal,
        ...fees,
        tax_rate,
        tax_total,
        grand_total,
      })
    })
