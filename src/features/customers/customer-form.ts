/** The customer's form without its fields: what it begins with, what keeps it from being saved, and what it sends. */
import type { Address } from '#contract/people/address.ts'
import { CustomerCreate, DISCOUNT_MAX, THRESHOLD_DAYS_MAX, type Customer } from '#contract/people/customer.ts'

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
/** C240: as many as `CC_ADDRESSES_MAX`. */
export const CC_FIELDS = ['cc_addresses.0', 'cc_addresses.1', 'cc_addresses.2', 'cc_addresses.3'] as const

type AddressField = `${(typeof ADDRESSES)[number]}.${(typeof ADDRESS_PARTS)[number]}`
export type TextField =
  | (typeof TEXTS)[number]
  | (typeof NUMBERS)[number]
  | AddressField
  | (typeof CC_FIELDS)[number]
export type Flag = (typeof FLAGS)[number]
/** Flat, each field by its path in the call: a draft keeps it field by field, and so does the server name a problem. */
export type CustomerValues = Record<TextField, string> & Record<Flag, boolean>
export type CustomerProblems = Partial<Record<string, string>>

export const addressField = (of: (typeof ADDRESSES)[number], part: (typeof ADDRESS_PARTS)[number]) =>
  `${of}.${part}` as const

/** C239: what a number can be typed with. A sign is taken, so that a wrong one is told and not quietly dropped. */
export function numeric(typed: string): string {
  const sign = typed.trimStart().startsWith('-') ? '-' : ''
  const [whole = '', ...fraction] = typed
    .replaceAll(',', '.')
    .replaceAll(/[^\d.]/g, '')
    .split('.')
  return fraction.length === 0 ? sign + whole : `${sign}${whole}.${fraction.join('')}`
}

/** `8.8750` as people write it. */
const short = (decimal: string) => decimal.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
/** Rates are shown as people write them, money with its cents. */
const RATES: readonly string[] = [
  'sales_tax_rate',
  'credit_card_charge_fee',
  'on_time_payment_discount_amount',
]

/** What the form shows of a customer; of a new one, nothing but that its goods are taxed. */
export function valuesOf(customer: Customer | null): CustomerValues {
  const values: Record<string, string | boolean> = {}
  for (const field of TEXTS) values[field] = String(customer?.[field] ?? '')
  for (const field of NUMBERS) {
    const stored = String(customer?.[field] ?? '')
    values[field] = RATES.includes(field) ? short(stored) : stored
  }
  for (const of of ADDRESSES)
    for (const part of ADDRESS_PARTS) values[addressField(of, part)] = customer?.[of][part] ?? ''
  for (const [n, field] of CC_FIELDS.entries()) values[field] = customer?.cc_addresses[n] ?? ''
  for (const flag of FLAGS) values[flag] = customer?.[flag] ?? flag === 'taxable'
  return values as CustomerValues
}

/** The call's fields as they are typed. An empty number is none; empty cc addresses are dropped (C240). */
function fieldsOf(values: CustomerValues): Record<string, unknown> {
  const pick = (fields: readonly TextField[]) =>
    Object.fromEntries(fields.map((field) => [field, values[field].trim()]))
  const { company_id: _company, ...texts } = pick(TEXTS)
  const numbers = Object.fromEntries(NUMBERS.map((field) => [field, values[field] || '0']))
  return {
    ...texts,
    internal_notes: values.internal_notes,
    ...numbers,
    on_time_payment_days_threshold: Number(numbers['on_time_payment_days_threshold']),
    ...Object.fromEntries(FLAGS.map((flag) => [flag, values[flag]])),
    ...Object.fromEntries(
      ADDRESSES.map((of) => [
        of,
        Object.fromEntries(ADDRESS_PARTS.map((part) => [part, values[addressField(of, part)].trim()])),
      ]),
    ),
    cc_addresses: CC_FIELDS.map((field) => values[field].trim()).filter(Boolean),
  }
}

/** C286, C287: the body of the call. An edited customer's says what the person saw. */
export function bodyOf(values: CustomerValues, customer: Customer | null): Record<string, unknown> {
  const fields = fieldsOf(values)
  const company_id = values.company_id === '' ? null : Number(values.company_id)
  if (!customer) return company_id === null ? fields : { ...fields, company_id }
  const base = Object.fromEntries(
    [...Object.keys(fields), 'company_id'].map((field) => [field, customer[field as keyof Customer]]),
  )
  const { complete_address: _line, ...physical_address } = customer.physical_address
  return { ...fields, company_id, base: { ...base, physical_address: physical_address satisfies Address } }
}

const NEED = 'Please fill this in.'
const LIMITS: Partial<Record<string, string>> = {
  on_time_payment_discount_amount: `0 to ${DISCOUNT_MAX}, please.`,
  on_time_payment_days_threshold: `0 to ${THRESHOLD_DAYS_MAX} whole days, please.`,
  sales_tax_rate: '0 to 100 with up to four places, please.',
  credit_card_charge_fee: '0 to 100 with up to two places, please.',
  refrigerated_delivery_fee: 'An amount such as 12.50, please.',
  late_order_fee: 'An amount such as 12.50, please.',
}

/** C236, C238–C240: what keeps the form from being saved, by field. The same rules as the server's. */
export function problemsOf(values: CustomerValues, customer: Customer | null): CustomerProblems {
  const problems: CustomerProblems = {}
  if (values.name.trim() === '') problems['name'] = NEED
  if (customer && values.company_id === '') problems['company_id'] = NEED
  const parsed = CustomerCreate.safeParse({ ...fieldsOf(values), name: values.name.trim() || 'any' })
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = fieldAt(path, values)
    problems[field] ??= LIMITS[field] ?? `It ${message}.`
  }
  return problems
}

/** A cc address is counted among those that are filled in. */
function fieldAt(path: readonly PropertyKey[], values: CustomerValues): string {
  if (path[0] !== 'cc_addresses') return path.join('.')
  return CC_FIELDS.filter((field) => values[field].trim() !== '')[Number(path[1])] ?? CC_FIELDS[0]
}

/** The server's words for fields of the call, at the fields of the form. */
export function atFields(refused: Record<string, string>, values: CustomerValues): CustomerProblems {
  return Object.fromEntries(
    Object.entries(refused).map(([field, said]) => {
      const path = field.split('.')
      const at = fieldAt(path, values)
      // The whole address clashed: its first line says so.
      return [ADDRESSES.includes(at as never) ? `${at}.address_line1` : at, said]
    }),
  )
}
