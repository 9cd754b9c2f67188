/**
 * Reads an invoice as a server answers it: amounts may come as numbers, and an absent value counts as nothing (B243).
 */
import { cents, DECIMAL, money } from '#contract/money.ts'
import { PaymentState } from '#contract/invoices/payment.ts'
import type {
  Invoice,
  InvoiceCredit,
  InvoiceItem,
  InvoicePaid,
  InvoiceSurcharge,
  WeighedPiece,
} from '#contract/invoices/schema.ts'
import { exactPrice } from '#contract/invoices/totals.ts'

type Json = Record<string, unknown>

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const count = (value: unknown): number => Number(text(value)) || 0

/** Returns a decimal as the contract has it, from text or a number; null for anything else. */
function decimal(value: unknown): string | null {
  const said = typeof value === 'number' ? value.toFixed(6).replace(/\.?0+$/, '') : value
  return typeof said === 'string' && DECIMAL.test(said) ? said : null
}
/** Returns money, with its two places. */
const moneyOrNull = (value: unknown): string | null => {
  const said = decimal(value)
  return said === null ? null : money(cents(said))
}
/** Returns a price that was set over another, with up to six places. */
const priceOrNull = (value: unknown): string | null => {
  const said = decimal(value)
  return said === null ? null : exactPrice(said)
}
const amount = (value: unknown): string => moneyOrNull(value) ?? '0.00'

const PAID: readonly unknown[] = ['r', 'p', 'pe']

export function readInvoice(json: unknown): Invoice {
  const row = object(json)
  const customer = object(row['customer'])
  const copies = row['company_location_cc_addresses']
  return {
    order_id: count(row['order_id']),
    version: text(row['version']),
    order_delivery_date: text(row['order_delivery_date']),
    created_date: text(row['created_date']),
    company_location_name: text(row['company_location_name']),
    bill_to_address: text(row['bill_to_address']),
    ship_to_address: text(row['ship_to_address']),
    customer: { username: text(customer['username']), email: text(customer['email']) },
    items: list(row['items']).map(readItem),
    credits: list(row['credits']).map(readCredit),
    ...('weighed' in row && { weighed: list(row['weighed']).map(readWeighed) }),
    subtotal: amount(row['subtotal']),
    credit_card_fee: amount(row['credit_card_fee']),
    refrigerated_delivery_fee: amount(row['refrigerated_delivery_fee']),
    late_fee: amount(row['late_fee']),
    ...('late_fee_note' in row && { late_fee_note: text(row['late_fee_note']) }),
    fuel_surcharge: amount(row['fuel_surcharge']),
    // If it is absent, only the tax itself is known.
    tax_rate: decimal(row['tax_rate']) ?? '',
    tax_total: amount(row['tax_total']),
    grand_total: amount(row['grand_total']),
    on_time_discount: amount(row['on_time_discount']),
    kept: moneyOrNull(row['kept']),
    due: moneyOrNull(row['due']),
    due_date: typeof row['due_date'] === 'string' ? row['due_date'] : null,
    exported_total: moneyOrNull(row['exported_total']),
    paid_status: PAID.includes(row['paid_status']) ? (row['paid_status'] as InvoicePaid) : '',
    payment_in_progress: row['payment_in_progress'] === true,
    payable: row['payable'] === true,
    payment_state: PaymentState.safeParse(row['payment_state']).data ?? '',
    payment_error: text(row['payment_error']) || null,
    company_location_cc_addresses: Array.isArray(copies) ? copies.map(text).filter(Boolean) : null,
  }
}

function readItem(json: unknown): InvoiceItem {
  const row = object(json)
  const byType = (value: unknown, read: (one: unknown) => string) => ({
    u: list(object(value)['u']).map(read).filter(Boolean),
    c: list(object(value)['c']).map(read).filter(Boolean),
  })
  return {
    id: text(row['id']),
    product: text(row['product']),
    item_code: text(row['item_code']),
    name: text(row['name']),
    unit_quantity: count(row['unit_quantity']),
    case_quantity: count(row['case_quantity']),
    unit_price: amount(row['unit_price']),
    case_price: amount(row['case_price']),
    coupon_amount: amount(row['coupon_amount']),
    coupon_note: text(row['coupon_note']),
    total: amount(row['total']),
    invoice_override_unit_price: priceOrNull(row['invoice_override_unit_price']),
    invoice_override_case_price: priceOrNull(row['invoice_override_case_price']),
    invoice_override_total: moneyOrNull(row['invoice_override_total']),
    taxable: row['taxable'] === true,
    weighable: row['weighable'] === true,
    units_per_case: count(row['units_per_case']),
    display_units_per_case_on_invoice: row['display_units_per_case_on_invoice'] === true,
    subitem_weights: byType(row['subitem_weights'], (one) => decimal(one) ?? ''),
    subitem_lot_codes: byType(row['subitem_lot_codes'], text),
    // Read only if the answer has it, so that an absent weight never reads as zero.
    ...('unit_weight_lbs' in row && { unit_weight_lbs: decimal(row['unit_weight_lbs']) }),
    ...('case_weight_lbs' in row && { case_weight_lbs: decimal(row['case_weight_lbs']) }),
    catch_weight_lbs: decimal(row['catch_weight_lbs']),
    weight_type: row['weight_type'] === 'r/w' || row['weight_type'] === 'fix' ? row['weight_type'] : '',
    at_average: { u: count(object(row['at_average'])['u']), c: count(object(row['at_average'])['c']) },
    by_hand: row['by_hand'] === true,
    surcharges: list(row['surcharges']).map(readSurcharge),
  }
}

function readSurcharge(json: unknown): InvoiceSurcharge {
  const row = object(json)
  return {
    id: count(row['id']),
    name: text(row['name']),
    quantity: count(row['quantity']),
    unit_price: amount(row['unit_price']),
    total: amount(row['total']),
    type: row['type'] === '%' ? '%' : 'f',
    amount: decimal(row['amount']) ?? amount(row['unit_price']),
    invoice_override_price: priceOrNull(row['invoice_override_price']),
    invoice_override_total: moneyOrNull(row['invoice_override_total']),
  }
}

function readCredit(json: unknown): InvoiceCredit {
  const row = object(json)
  return {
    id: count(row['id']),
    item: text(row['item']) || null,
    of_order: count(row['of_order']),
    reason: text(row['reason']),
    ...('amount' in row && { amount: amount(row['amount']) }),
    total: amount(row['total']),
    tax: amount(row['tax']),
    created_date: text(row['created_date']),
    username: text(row['username']) || null,
  }
}

function readWeighed(json: unknown): WeighedPiece {
  const row = object(json)
  return {
    item: text(row['item']),
    unit_type: row['unit_type'] === 'c' ? 'c' : 'u',
    weight_lbs: decimal(row['weight_lbs']) ?? '0',
    lot_code: text(row['lot_code']) || null,
    weighed_at: text(row['weighed_at']) || null,
  }
}
