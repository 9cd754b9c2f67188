/** Makes rows with the parents that they need: a test names only the fields that it is about. */
import type pg from 'pg'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { TestDatabase } from '../setup/database.ts'
import { ROLE } from '#contract/permissions.ts'
import type * as fees from '#server/schema/fees.ts'
import type * as mailing from '#server/schema/mails.ts'
import type * as ordered from '#server/schema/orders.ts'
import type * as paid from '#server/schema/payments.ts'
import type * as people from '#server/schema/people.ts'
import type * as goods from '#server/schema/products.ts'
import { v7 } from '#server/platform/auth/uuid.ts'
import { summariseOrders } from '#server/edits/store.ts'
import { passwordHash } from './app.ts'

export type Pool = TestDatabase['pool']

/** `deliveryDate` as the database calls it: `delivery_date`. */
type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : ''
/** The columns of a table that a test sets, by their names in the database. A value is as PostgreSQL reads it. */
type Columns<T extends PgTable> = { [Field in keyof T['$inferInsert'] & string as Snake<Field>]?: unknown }

let counter = 0
const next = () => ++counter

let latest = 0
/**
 * Returns ids in the order in which they are made, even within one millisecond: lists are in the order of their ids.
 */
export const nextId = (): string => v7((latest = Math.max(latest + 1, Date.now())))

/** Rows as the database has them, as far as tests read them by name. */
export interface LocationRecord {
  id: number
  company_id: number
  name: string
}
export interface UserRecord {
  id: number
  username: string
  company_id: number | null
}
export interface AddresseeRecord extends UserRecord {
  email: string
}
export interface ProductRecord {
  upc: string
  name: string
  item_code: string
}
export interface OrderRecord {
  id: number
  company_id: number
  company_location_id: number
  delivery_date: string
}
export interface ItemRecord {
  id: string
  order_id: number
  product: string
}
export interface PieceRecord {
  id: string
  order_item_id: string
  order_id: number
}

async function insert<T>(pool: Pool, table: string, row: Record<string, unknown>): Promise<T> {
  const names = Object.keys(row)
  const { rows } = await pool.query<T & pg.QueryResultRow>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
  return rows[0]!
}

export async function makeCompany(pool: Pool, over: Columns<typeof people.companies> = {}): Promise<number> {
  return (await insert<{ id: number }>(pool, 'companies', { name: `Company ${next()}`, ...over })).id
}

export async function makeLocation(
  pool: Pool,
  over: Columns<typeof people.companyLocations> = {},
): Promise<LocationRecord> {
  const company_id = over.company_id ?? (await makeCompany(pool))
  return insert(pool, 'company_locations', {
    name: `Location ${next()}`,
    complete_address: '1 Dock Street, Jersey City NJ',
    ...over,
    company_id,
  })
}

/** Makes a person of a role. One outside the house gets a company where none is given. */
export async function makeUser(
  pool: Pool,
  role: keyof typeof ROLE,
  over: Columns<typeof people.users> = {},
): Promise<UserRecord> {
  const staff = ROLE[role] <= ROLE.picker
  return insert(pool, 'users', {
    username: `${role}${next()}`,
    role_id: ROLE[role],
    is_staff: staff,
    can_see_payments_column: false,
    company_id: staff ? null : (over.company_id ?? (await makeCompany(pool))),
    password_hash: await passwordHash(),
    ...over,
  })
}

/** Makes a person of a role who has a mail address of their own. */
export async function makeAddressee(
  pool: Pool,
  role: keyof typeof ROLE,
  over: Columns<typeof people.users> = {},
): Promise<AddresseeRecord> {
  const email = `${role}${next()}@example.com`
  return { email, ...(await makeUser(pool, role, { email, ...over })) }
}

export async function makeProduct(
  pool: Pool,
  over: Columns<typeof goods.products> & { is_primary?: boolean } = {},
): Promise<ProductRecord> {
  const n = next()
  const code = `IC${n}`
  await insert(pool, 'item_codes', { item_code: code })
  await makeWarehouse(pool, 3, 'Dry & Chill')
  return insert(pool, 'products', {
    upc: String(614_141_000_000 + n).padStart(13, '0'),
    name: `Product ${n}`,
    item_code: code,
    unit_price: '2.50',
    display_unit_price: '2.50',
    case_price: '24.00',
    display_case_price: '24.00',
    unit_type: 'Unit / Case',
    stock_level: 100,
    combined_stock_level: 100,
    warehouse_id: 3,
    bin: 'A-01-1',
    ...over,
  })
}

/** Returns the price snapshot of a product whose units are sold by weight: 4 lb on average, at this price a pound. */
export const soldByWeight = (unit_price_per_lb: string) => ({
  weight_type: 'r/w',
  unit_price_per_lb,
  case_price_per_lb: null,
  average_unit_weight: '4.000',
  average_case_weight: null,
})

/** Makes an order, for tomorrow by default, without items. */
export async function makeOrder(pool: Pool, over: Columns<typeof ordered.orders> = {}): Promise<OrderRecord> {
  const location = over.company_location_id
    ? { id: over.company_location_id, company_id: over.company_id }
    : await makeLocation(pool, over.company_id ? { company_id: over.company_id } : {})
  return insert(pool, 'orders', {
    delivery_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    // Before the cut-off at any hour: an order placed now would be late in the evening, and pay a fee.
    placed_at: new Date(Date.now() - 86_400_000).toISOString(),
    ...over,
    company_id: location.company_id,
    company_location_id: location.id,
  })
}

/** Makes so many orders of one location, of today and the six days after it, in one statement. */
export async function makeOrders(pool: Pool, count: number): Promise<{ company_id: number }> {
  const { id, company_id } = await makeLocation(pool)
  await pool.query(
    `insert into orders (company_id, company_location_id, delivery_date)
     select $1, $2, current_date + n % 7 from generate_series(1, $3::int) n`,
    [company_id, id, count],
  )
  return { company_id }
}

export async function makeItem(
  pool: Pool,
  over: Columns<typeof ordered.orderItems> = {},
): Promise<ItemRecord> {
  const product = over.product ? { upc: over.product } : await makeProduct(pool)
  const order_id = over.order_id ?? (await makeOrder(pool)).id
  const item = await insert<ItemRecord>(pool, 'order_items', {
    id: nextId(),
    units_ordered: 2,
    units_originally_ordered: over.units_ordered ?? 2,
    cases_originally_ordered: over.cases_ordered ?? 0,
    price_per_unit: '2.50',
    price_per_case: '24.00',
    estimated_price: '5.00',
    price_snapshot: {
      weight_type: '',
      unit_price_per_lb: null,
      case_price_per_lb: null,
      average_unit_weight: null,
      average_case_weight: null,
    },
    // A flag that a test names is set by hand, and does not come from the product.
    hand_taxable: over.taxable !== undefined,
    ...over,
    product: product.upc,
    order_id,
  })
  const client = await pool.connect()
  await summariseOrders(client, [order_id as number])
  client.release()
  return item
}

/** Makes a picked piece of an item, as another device left it. */
export async function makePiece(
  pool: Pool,
  item: ItemRecord,
  over: Columns<typeof ordered.orderSubitems> = {},
): Promise<PieceRecord> {
  return insert(pool, 'order_subitems', {
    id: nextId(),
    order_item_id: item.id,
    order_id: item.order_id,
    unit_type: 'u',
    ...over,
  })
}

/** Makes the invoice of an order in the database: without lines, over this total. */
export const makeInvoice = (pool: Pool, order_id: number, total: string) =>
  insert(pool, 'invoices', {
    order_id,
    document: {
      company_location_name: 'Location',
      bill_to_address: '',
      ship_to_address: '',
      tax_rate: '0',
      items: [],
    },
    subtotal: total,
    grand_total: total,
  })

/** Makes an order list with these products, of a location where one is given. */
export async function makeOrderList(
  pool: Pool,
  products: string[],
  over: Columns<typeof goods.orderLists> & { is_public?: boolean } = {},
): Promise<number> {
  const { id } = await insert<{ id: number }>(pool, 'order_lists', {
    public_name: `List ${next()}`,
    category_names: ['Pantry'],
    ...over,
  })
  for (const [position, product] of products.entries())
    await insert(pool, 'order_list_rows', { order_list_id: id, product, category_name: 'Pantry', position })
  return id
}

/** Makes a warehouse. Products are in number 3 unless a test says otherwise. */
export const makeWarehouse = async (pool: Pool, id: number, name: string): Promise<void> => {
  await pool.query('insert into warehouses (id, name) values ($1, $2) on conflict (id) do nothing', [
    id,
    name,
  ])
}

/** Makes a margin or surcharge: of a location, a product or a warehouse where one is given, else of everything. */
export const makeFee = (
  pool: Pool,
  fee: Columns<typeof fees.feeTemplates> & { kind: 'margin' | 'surcharge'; type: 'f' | '%' },
) => insert<{ id: number }>(pool, 'fee_templates', fee)

/** Makes another barcode of a product. */
export const makeBarcode = (pool: Pool, barcode: string, product: string) =>
  insert(pool, 'barcode_alternates', { barcode, product })

/** Makes a device of this person that reports unsent edits: how many, by order id. */
export const makeDevice = (pool: Pool, device_id: string, user_id: number, unsent: Record<number, number>) =>
  insert(pool, 'devices', { device_id, user_id, unsent: JSON.stringify(unsent) })

/** Makes a payment of an invoice, held because it is less than the amount due. */
export const makePayment = (pool: Pool, over: Columns<typeof paid.payments> & { order_id: number }) =>
  insert<{ id: string }>(pool, 'payments', {
    id: nextId(),
    method: 'card',
    status: 'held',
    invoice_total: '100.00',
    amount: '90.00',
    error_message: 'It came to 90.00, and 100.00 was to be paid.',
    ...over,
  })

export interface MailRecord {
  id: string
  to_address: string
  subject: string
  text_body: string
  message_id: string
}

/** Makes a mail of the outbox, with a subject of its own. */
export function makeMail(pool: Pool, over: Columns<typeof mailing.mails> = {}): Promise<MailRecord> {
  const n = next()
  return insert(pool, 'mails', {
    kind: 'invoice',
    to_address: `chef${n}@example.com`,
    subject: `Invoice of ${n}`,
    text_body: `Thank you, ${n}`,
    message_id: `<${n}@larder.example>`,
    ...over,
  })
}
