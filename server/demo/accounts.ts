/** What the office keeps of a customer's location: how to bill it, what it is charged, how it pays. */
import { type PostalAddress } from '#contract/people/address.ts'

/** New Jersey's rate, and half of it in its Urban Enterprise Zones. */
const RATE = '6.6250'
const ZONE_RATE = '3.3125'
const ZONE_TOWNS = ['Bayonne', 'Newark']

/** Where groups have their bills sent. */
const OFFICES: readonly PostalAddress[] = [
  {
    address_line1: '350 Seventh Ave',
    address_line2: 'Suite 1204',
    city: 'New York',
    state: 'NY',
    zip: '10001',
  },
  {
    address_line1: '10 Exchange Pl',
    address_line2: 'Floor 18',
    city: 'Jersey City',
    state: 'NJ',
    zip: '07302',
  },
  { address_line1: 'PO Box 418', address_line2: '', city: 'Hoboken', state: 'NJ', zip: '07030' },
]

const NOTES = [
  '',
  'Ring the back door twice. The freezer is in the cellar.',
  '',
  'Deliver before 9:00: the street is closed for the market afterwards.',
  'Leave nothing without a signature.',
]

/** The columns of `company_locations` that follow from where it is and whose. */
export type DemoAccount = ReturnType<typeof accountOf>

/** The parts of `15 Exchange Pl, Jersey City, NJ 07302`. */
function partsOf(address: string): PostalAddress {
  const [, street = address, more = '', city = '', state = '', zip = ''] =
    /^([^,]+)(?:, ([^,]+))?, ([^,]+), ([A-Z]{2}) (\d{5})$/.exec(address) ?? []
  return { address_line1: street, address_line2: more, city, state, zip }
}

interface Where {
  /** How many locations stand before it. */
  at: number
  company: { pays: boolean; exempt: boolean; row: { id: number; name: string } }
  name: string
  address: string
}

export function accountOf({ at, company, name, address }: Where) {
  const physical = partsOf(address)
  const mail = `${company.row.name.toLowerCase().replace(/[^a-z]+/g, '')}.example`
  const { exempt, pays } = company
  return {
    phone_number: `(201) 555-${String(100 + at).padStart(4, '0')}`,
    physical_address: physical,
    billing_address: pays ? OFFICES[company.row.id % OFFICES.length]! : physical,
    // Most have one copy, some none, and one as many as there may be.
    cc_addresses: ['accounts', 'chef', 'manager', 'office']
      .slice(0, at === 0 ? 4 : at % 3)
      .map((who) => `${who}@${mail}`),
    internal_notes: NOTES[at % NOTES.length]!,
    taxable: !exempt,
    sales_tax_rate: exempt ? '0' : ZONE_TOWNS.includes(physical.city) ? ZONE_RATE : RATE,
    late_order_fee: exempt ? '0.00' : at % 2 === 0 ? '25.00' : '15.00',
    credit_card_charge_fee: pays ? '2.90' : '0.00',
    payments_enabled: pays,
    on_time_payment_discount_amount: pays && at % 4 === 0 ? '2.00' : '0.00',
    on_time_payment_days_threshold: pays && at % 4 === 0 ? 10 : 0,
    qb_mapping: at % 6 === 5 ? '' : name,
    units_quickbooks_mappings: at % 4 === 1,
  }
}
