/** The people: the distributor's own, and those who order. */
import { ROLE_NAMES } from '#contract/people/user-rules.ts'
import { ROLE } from '#contract/permissions.ts'
import { COMPANIES, locationNamed, LOCATIONS, type DemoCompany } from './companies.ts'

/** The password of every demo user. */
export const DEMO_PASSWORD = 'harborvine'

/** `payments`: the user sees the payments column, as the office and the users of companies that pay online do. */
const STAFF = [
  { username: 'admin', role: ROLE.administrator, first: 'Nora', last: 'Vandermeer', payments: true },
  { username: 'manager', role: ROLE.manager, first: 'Luis', last: 'Okafor', payments: true },
  { username: 'office', role: ROLE.office, first: 'Grace', last: 'Lindqvist', payments: true },
  { username: 'foreman', role: ROLE.foreman, first: 'Walt', last: 'Kowalczyk', payments: false },
  { username: 'sales', role: ROLE.sales, first: 'Imani', last: 'Brooks', payments: false },
  { username: 'picker', role: ROLE.picker, first: 'Dario', last: 'Reyes', payments: false },
  { username: 'picker2', role: ROLE.picker, first: 'Mei', last: 'Zhang', payments: false },
  { username: 'picker3', role: ROLE.picker, first: 'Tomasz', last: 'Nowak', payments: false },
]

const FIRST_NAMES = [
  'Alma',
  'Bruno',
  'Carla',
  'Dev',
  'Elena',
  'Felix',
  'Gina',
  'Hugo',
  'Ines',
  'Jonah',
  'Katya',
  'Leo',
]
const LAST_NAMES = [
  'Abreu',
  'Bianchi',
  'Cho',
  'Duarte',
  'Esposito',
  'Farrell',
  'Gomes',
  'Haddad',
  'Iqbal',
  'Jansen',
  'Keane',
]

interface Person {
  username: string
  role: number
  first: string
  last: string
  payments: boolean
  company?: DemoCompany
  /** The person's locations; unset: all of the company's. */
  locations?: number[]
}

/** `Sal's Sandwich Works` signs in as `sals-sandwich-works`. */
const usernameOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

/** Makes one user per company. A person who orders for several locations is a company buyer. */
function customers(): Person[] {
  return COMPANIES.map((company, at) => {
    const several = LOCATIONS.filter((location) => location.company === company).length > 1
    const isGroup = company.row.name === 'Ironbound Steakhouse Group'
    return {
      username: isGroup ? 'buyer' : usernameOf(company.row.name),
      role: several ? ROLE.buyer : ROLE.customer,
      first: FIRST_NAMES[at % FIRST_NAMES.length] ?? '',
      last: LAST_NAMES[at % LAST_NAMES.length] ?? '',
      payments: company.pays,
      company,
    }
  })
}

function people(): Person[] {
  const kitchen = locationNamed('Harborside Main Kitchen')
  const newport = locationNamed('Ironbound Steakhouse Newport')
  const ofOne = (location: typeof kitchen, username: string, first: string, last: string): Person => ({
    username,
    role: ROLE.customer,
    first,
    last,
    payments: false,
    company: location.company,
    locations: [location.row.id],
  })
  return [
    ...STAFF,
    ...customers(),
    ofOne(kitchen, 'chef', 'Amélie', 'Fontaine'),
    ofOne(newport, 'newport-chef', 'Marcus', 'Bell'),
  ]
}

/** Every user's row except the password. One account is locked: the closed commissary's. */
export const USERS = people().map((person, at) => ({
  id: at + 1,
  username: person.username,
  email: `${person.username}@${person.company ? 'customers' : 'harborandvine'}.example`,
  first_name: person.first,
  last_name: person.last,
  role_id: person.role,
  is_staff: !person.company,
  is_active: true,
  account_lock: person.company?.row.name === 'Old Erie Commissary',
  email_order_confirmation: Boolean(person.company),
  can_see_payments_column: person.payments,
  company_id: person.company?.row.id ?? null,
  location_ids: person.locations ?? null,
}))

const SHOWN = [
  'admin',
  'manager',
  'office',
  'foreman',
  'sales',
  'picker',
  'picker2',
  'picker3',
  'buyer',
  'chef',
]
/** What the people of a role see. */
const SEES: Partial<Record<number, string>> = {
  [ROLE.administrator]: 'Everything, with users, settings and the server',
  [ROLE.manager]: 'The office, with people and money',
  [ROLE.office]: 'Invoices, mails, payments, products and prices',
  [ROLE.foreman]: 'The day’s picking, devices and recalls',
  [ROLE.sales]: 'Customers, their lists and their orders',
  [ROLE.picker]: 'Picks and scans the day’s orders',
  [ROLE.buyer]: 'Orders for all locations of one company',
  [ROLE.customer]: 'Orders from an own list on a phone',
}

/** One sign-in per role, and the other two pickers: for the first screen and the line printed at start. */
export const DEMO_SIGN_INS: { username: string; role: string; name: string; sees: string }[] = SHOWN.map(
  (username) => {
    const { role_id, first_name, last_name } = userNamed(username)
    return {
      username,
      role: ROLE_NAMES[role_id] ?? '',
      name: `${first_name} ${last_name}`,
      sees: SEES[role_id] ?? '',
    }
  },
)

/** Returns the user of this name. A name that does not exist is a defect. */
export function userNamed(username: string) {
  const found = USERS.find((user) => user.username === username)
  if (!found) throw new Error(`there is no user ${username}`)
  return found
}

/** Returns who orders for a location: its own chef where it has one. */
export function customerOf(location: { id: number; company_id: number }): number {
  const own = USERS.find((user) => user.location_ids?.includes(location.id))
  const found = own ?? USERS.find((user) => user.company_id === location.company_id)
  if (!found) throw new Error(`no user orders for location ${location.id}`)
  return found.id
}
