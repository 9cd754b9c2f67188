/** The invoices of what was delivered, as the product itself makes them. */
import { addDays } from '#contract/day.ts'
import { firstFees, invoiceItems, type CopiedItem } from '#contract/invoices/make.ts'
import { NO_OVERRIDES, withOverrides, type Overrides } from '#contract/invoices/show.ts'
import { totalsOf } from '#contract/invoices/totals.ts'
import { divideRounded, cents, money } from '#contract/money.ts'
import { isLate } from '#contract/orders/cutoff.ts'
import { completeAddress } from '#contract/people/address.ts'
import { instantOf, timeOf } from './days.ts'
import { FEES } from './fees.ts'
import type { Line } from './items.ts'
import { PRODUCTS } from './products.ts'
import type { Scheduled } from './schedule.ts'

export type DemoInvoice = ReturnType<typeof invoiceOf>

/** What was delivered before this day is invoiced as an earlier release did it: goods alone. */
const FIRST_WHOLE_DAY = -21
const NO_FEES = {
  credit_card_fee: '0.00',
  refrigerated_delivery_fee: '0.00',
  late_fee: '0.00',
  fuel_surcharge: '0.00',
}

/** One in so many has a price that the office has set over its own. */
const OVERRIDDEN_EVERY = 37
/** As the settings have it by default. */
const CUTOFF = { cutoff: '18:00', cutoff_days: 1 }

const byUpc = new Map(PRODUCTS.map(({ row }) => [row.upc, row]))
const SURCHARGES = FEES.filter(({ kind }) => kind === 'surcharge').map(
  ({ warehouse_id, company_location_id, type, ...fee }) => ({
    ...fee,
    type: type === '%' ? ('%' as const) : ('f' as const),
    warehouse: warehouse_id,
    company_location: company_location_id,
  }),
)

interface Order {
  scheduled: Scheduled
  row: { id: number; delivery_date: string; placed_date: string; picked_total: string }
  lines: readonly Line[]
}

/** Made when the truck is loaded, at five in the morning. */
export function invoiceOf({ scheduled, row, lines }: Order, today: string) {
  const made = {
    order_id: row.id,
    created_at: instantOf(addDays(today, scheduled.day), 300, row.id % 60),
  }
  // An invoice of an earlier release: goods alone, with neither tax, fees nor surcharges.
  const isEarly = scheduled.day < FIRST_WHOLE_DAY
  const location = scheduled.location.row
  const items = invoiceItems(lines.map(invoiced), isEarly ? [] : SURCHARGES, location.id)
  const overrides = !isEarly && row.id % OVERRIDDEN_EVERY === 0 ? tenPercentOff(items[0]) : NO_OVERRIDES
  const isLateOrder = isLate(`${row.placed_date} ${timeOf(scheduled.minute)}`, row.delivery_date, CUTOFF)
  const late_fee = isLateOrder ? location.late_order_fee : '0.00'
  const fees = isEarly ? NO_FEES : firstFees({ ...location, late_fee }, items.length > 0)
  const tax_rate = !isEarly && location.taxable ? location.sales_tax_rate.replace(/\.?0+$/, '') || '0' : '0'
  const totals = totalsOf({ items: withOverrides(items, overrides), fees, tax_rate })
  return {
    ...made,
    document: {
      company_location_name: location.name,
      bill_to_address: completeAddress(location.billing_address) || location.complete_address,
      ship_to_address: location.complete_address,
      tax_rate,
      items,
    },
    overrides,
    ...fees,
    subtotal: totals.subtotal,
    tax_total: totals.tax_total,
    grand_total: totals.grand_total,
  }
}

function invoiced({ item, subitems }: Line) {
  const product = byUpc.get(item.product)!
  return {
    item,
    pieces: subitems,
    product: {
      name: product.name,
      item_code: product.item_code,
      warehouse: product.warehouse_id,
      units_per_case: product.units_per_case,
      display_units_per_case_on_invoice: false,
    },
  }
}

function tenPercentOff(item: CopiedItem | undefined): Overrides {
  if (!item) return NO_OVERRIDES
  const off = (price: string) => money(divideRounded(cents(price) * 9n, 10n))
  return {
    items: { [item.id]: { unit: off(item.unit_price), case: off(item.case_price) } },
    surcharges: {},
  }
}
