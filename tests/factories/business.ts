/** Makes rows with the parents that they need: a test names only what it is about. */
import type pg from 'pg'
import type { TestDatabase } from '../setup/database.ts'
import { ROLE } from '#contract/permissions.ts'
import { v7 } from '#server/platform/auth/uuid.ts'
import { summariseOrders } from '#server/sync/write.ts'
import { passwordHash } from './app.ts'

export type Pool = TestDatabase['pool']

let counter = 0
const next = () => ++counter

let latest = 0
/** Ids in the order in which they are made, those of one millisecond too: lists stand in the order of their ids. */
export const nextId = (): string => v7((latest = Math.max(latest + 1, Date.now())))

/** Rows as the database has them, as far as tests ask for them by name. */
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

export async function makeCompany(pool: Pool, over: Record<string, unknown> = {}): Promise<number> {
  return (await insert<{ id: number }>(pool, 'companies', { name: `Company ${next()}`, ...over })).id
}

export async function makeLocation(pool: Pool, over: Record<string, unknown> = {}): Promise<LocationRecord> {
  const company_id = over['company_id'] ?? (await makeCompany(pool))
  return insert(pool, 'company_locations', {
    name: `Location ${next()}`,
    complete_address: '1 Dock Street, Jersey City NJ',
    ...over,
    company_id,
  })
}

/** A person of a role; those outside the house get a company where none is given. */
export async function makeUser(
  pool: Pool,
  role: keyof typeof ROLE,
  over: Record<string, unknown> = {},
): Promise<UserRecord> {
  const staff = ROLE[role] <= ROLE.picker
  return insert(pool, 'users', {
    username: `${role}${next()}`,
    role_id: ROLE[role],
    is_staff: staff,
    can_see_payments_column: false,
    company_id: staff ? null : (over['company_id'] ?? (await makeCompany(pool))),
    password_hash: await passwordHash(),
    ...over,
  })
}

export async function makeProduct(pool: Pool, over: Record<string, unknown> = {}): Promise<ProductRecord> {
  const n = next()
  const code = `IC${n}`
  await insert(pool, 'item_codes', { item_code: code })
  await pool.query(`insert into warehouses (id, name) values (3, 'Dry & Chill') on conflict (id) do nothing`)
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

/** An order for tomorrow by default, without items. */
export async function makeOrder(pool: Pool, over: Record<string, unknown> = {}): Promise<OrderRecord> {
  const location = over['company_location_id']
    ? { id: over['company_location_id'], company_id: over['company_id'] }
    : await makeLocation(pool, over['company_id'] ? { company_id: over['company_id'] } : {})
  return insert(pool, 'orders', {
    delivery_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    ...over,
    company_id: location.company_id,
    company_location_id: location.id,
  })
}

export async function makeItem(pool: Pool, over: Record<string, unknown> = {}): Promise<ItemRecord> {
  const product = over['product'] ? { upc: over['product'] } : await makeProduct(pool)
  const order_id = over['order_id'] ?? (await makeOrder(pool)).id
  const item = await insert<ItemRecord>(pool, 'order_items', {
    id: nextId(),
    units_ordered: 2,
    units_originally_ordered: over['units_ordered'] ?? 2,
    cases_originally_ordered: over['cases_ordered'] ?? 0,
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
    ...over,
    product: product.upc,
    order_id,
  })
  const client = await pool.connect()
  await summariseOrders(client, [order_id as number])
  client.release()
  return item
}

/** A picked piece of an item, as another device left it. */
export async function makePiece(
  pool: Pool,
  item: ItemRecord,
  over: Record<string, unknown> = {},
): Promise<PieceRecord> {
  return insert(pool, 'order_subitems', {
    id: nextId(),
    order_item_id: item.id,
    order_id: item.order_id,
    unit_type: 'u',
    ...over,
  })
}

/** The invoice of an order as it stands in the database: of no lines, over this total. */
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

/** An order list with these products, of a location where one is given. */
export async function makeOrderList(
  pool: Pool,
  products: string[],
  over: Record<string, unknown> = {},
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
