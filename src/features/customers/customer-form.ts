/** The customer's form without its fields: what it begins with, what keeps it from being saved, and what it sends. */
import type { PostalAddress } from '#contract/people/address.ts'
import {
  CC_ADDRESSES_MAX,
  CustomerCreate,
  DISCOUNT_MAX_PERCENT,
  THRESHOLD_DAYS_MAX,
  type Customer,
} from '#contract/people/customer.ts'
import { byName } from '#src/kit/list/by-name.ts'
import { baseOf } from '#src/kit/form/base-of.ts'
import { fieldProblems, type Problems } from '#src/kit/form/field-problems.ts'
import { decimalOf } from '#src/ui/inputs/decimal.ts'

const TEXTS = ['name', 'company_id', 'phone_number', 'qb_mapping', 'internal_notes'] as const
export const NUMBERS = [
  'sales_tax_rate',
  'refrigerated_delivery_fee',
  'late_order_fee',
  'credit_card_charge_fee',
  'on_time_payment_discount_amount',
  'on_time_payment_days_threshold',
] as const
const FLAGS = [
  'taxable',
  'fuel_surcharge',
  'lot_tracking_enabled',
  'payments_enabled',
  'units_quickbooks_mappings',
] as const
export const ADDRESSES = ['physical_address', 'billing_address'] as const
export const ADDRESS_PARTS = ['address_line1', 'address_line2', 'city', 'state', 'zip'] as const

type TextField = (typeof TEXTS)[number] | (typeof NUMBERS)[number]
export type CustomerFlag = (typeof FLAGS)[number]
/** Named as in the call, numbers as they are typed. */
export type CustomerValues = Record<TextField, string> &
  Record<CustomerFlag, boolean> &
  Record<(typeof ADDRESSES)[number], PostalAddress> & {
    /** C240: always as many as there can be, '' where there is none. */
    cc_addresses: string[]
  }

/** `8.8750` as people write it. */
const short = (decimal: string) => decimal.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
/** Rates are shown as people write them, money with its cents. */
const RATES: readonly string[] = [
  'sales_tax_rate',
  'credit_card_charge_fee',
  'on_time_payment_discount_amount',
]

/** The form's values for a customer; a new one has none, except that its goods are taxed. */
export function valuesOf(customer: Customer | null): CustomerValues {
  const ccs = customer?.cc_addresses ?? []
  return {
    ...byName(TEXTS, (field) => String(customer?.[field] ?? '')),
    ...byName(NUMBERS, (field) => {
      const stored = String(customer?.[field] ?? '')
      return RATES.includes(field) ? short(stored) : stored
    }),
    ...byName(FLAGS, (flag) => customer?.[flag] ?? flag === 'taxable'),
    ...byName(ADDRESSES, (of) => byName(ADDRESS_PARTS, (part) => customer?.[of][part] ?? '')),
    cc_addresses: Array.from({ length: CC_ADDRESSES_MAX }, (_, n) => ccs[n] ?? ''),
  }
}

/** The call's fields. An empty number is none, and one that is none is sent to be refused; empty cc addresses are dropped (C240). */
function fieldsOf(values: CustomerValues): Record<string, unknown> {
  const { company_id: _company, ...texts } = byName(TEXTS, (field) => values[field].trim())
  const numbers = byName(NUMBERS, (field) => decimalOf(values[field]) ?? (values[field].trim() || '0'))
  return {
    ...texts,
    internal_notes: values.internal_notes,
    ...numbers,
    on_time_payment_days_threshold: Number(numbers.on_time_payment_days_threshold),
    ...byName(FLAGS, (flag) => values[flag]),
    ...byName(ADDRESSES, (of) => byName(ADDRESS_PARTS, (part) => values[of][part].trim())),
    cc_addresses: values.cc_addresses.map((address) => address.trim()).filter(Boolean),
  }
}

/**
 * C286, C287: the body of the call. An edited customer's says what the person saw.
 *
 * @param customer the customer that was read last; null for a new one
 * @param seen the customer when the person began to type
 */
export function bodyOf(
  values: CustomerValues,
  customer: Customer | null,
  seen = customer,
): Record<string, unknown> {
  const { company_id, ...fields } = changedFields(values)
  if (!customer || !seen) return company_id === null ? fields : { ...fields, company_id }
  const sent = { ...fields, company_id }
  const rows = { seen: sentFields(seen), stored: sentFields(customer) }
  return { ...sent, base: baseOf(sent, changedFields(valuesOf(customer)), rows) }
}

/** The fields of the call that changes a customer. */
const changedFields = (values: CustomerValues) => ({
  ...fieldsOf(values),
  company_id: values.company_id === '' ? null : Number(values.company_id),
})

/** The customer with its fields as the call sends them. */
function sentFields(customer: Customer): Record<string, unknown> {
  const { complete_address: _line, ...physical_address } = customer.physical_address
  return { ...customer, physical_address: physical_address satisfies PostalAddress }
}

const NEED = 'Please fill this in.'
const LIMITS: Partial<Record<string, string>> = {
  on_time_payment_discount_amount: `0 to ${DISCOUNT_MAX_PERCENT}, please.`,
  on_time_payment_days_threshold: `0 to ${THRESHOLD_DAYS_MAX} whole days, please.`,
  sales_tax_rate: '0 to 100 with up to four places, please.',
  credit_card_charge_fee: '0 to 100 with up to four places, please.',
  refrigerated_delivery_fee: 'An amount such as 12.50, please.',
  late_order_fee: 'An amount such as 12.50, please.',
}

/** C236, C238–C240: what keeps the form from being saved, by field. The same rules as the server's. */
export function problemsOf(values: CustomerValues, customer: Customer | null): Problems {
  const call = { ...fieldsOf(values), name: values.name.trim() || 'any' }
  return {
    ...fieldProblems(CustomerCreate, call, { words: LIMITS, fieldOf: (path) => fieldAt(path, values) }),
    ...(values.name.trim() === '' && { name: NEED }),
    ...(customer && values.company_id === '' && { company_id: NEED }),
  }
}

/** A cc address is counted among those that are filled in. */
function fieldAt(path: readonly PropertyKey[], { cc_addresses }: CustomerValues): string {
  if (path[0] !== 'cc_addresses') return path.join('.')
  const filled = [...cc_addresses.keys()].filter((n) => cc_addresses[n]!.trim() !== '')
  return `cc_addresses.${filled[Number(path[1])] ?? 0}`
}

/** The server's words for fields of the call, at the fields of the form. */
export function atFields(refused: Record<string, string>, values: CustomerValues): Problems {
  return Object.fromEntries(
    Object.entries(refused).map(([field, said]) => {
      const at = fieldAt(field.split('.'), values)
      // The whole address clashed: its first line says so.
      return [ADDRESSES.includes(at as never) ? `${at}.address_line1` : at, said]
    }),
  )
}
