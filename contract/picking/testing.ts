/** Rows and lines for tests of picking: a test names only what it is about. */
import { buildLines, type Line, type Walk } from './lines.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '../orders/schema.ts'
import type { Person } from '../permissions.ts'
import type { Product } from '../products/schema.ts'
import { item, order, piece, product } from '../testing/rows.ts'

/** Time-ordered ids, as the engine makes them. */
export function ids(): () => string {
  let made = 0
  return () => `00000000-0000-7000-8000-${String(++made).padStart(12, '0')}`
}
export const makeId = ids()

export const makeItem = (over: Partial<OrderItemRow> = {}): OrderItemRow =>
  item(0, 1, {
    id: makeId(),
    product: '100',
    units_ordered: 2,
    units_originally_ordered: over.units_ordered ?? 2,
    cases_originally_ordered: over.cases_ordered ?? 0,
    estimated_price: '0.00',
    price_per_unit: '1.00',
    price_per_case: '10.00',
    ...over,
  })

export const makePiece = (of: OrderItemRow, over: Partial<OrderSubitemRow> = {}): OrderSubitemRow =>
  piece(0, of, { id: makeId(), ...over })

export const makeProduct = (over: Partial<Product> = {}): Product =>
  product(over.upc ?? '100', {
    size: '',
    item_code: { item_code: 'CODE' },
    unit_price: '1.00',
    case_price: '10.00',
    display_unit_price: '1.00',
    display_case_price: '10.00',
    stock_level: 5,
    combined_stock_level: 7,
    bin: 'A-01-1',
    warehouse: { id: 3, name: 'Dry & Chill' },
    ...over,
  })

export const makeOrder = (over: Partial<OrderRow> = {}): OrderRow =>
  order(over.id ?? 1, {
    customer: 'chef',
    company_location: { id: 1, name: 'Bistro', physical_address: { complete_address: '' } },
    created_date: '2026-03-01T00:00:00Z',
    placed_date: null,
    placed_at: '2026-11-20T15:00:00Z',
    delivery_date: '2026-03-02',
    items_count: 1,
    ...over,
  })

export const makePerson = (role_id: number): Person => ({
  id: role_id,
  username: `role ${role_id}`,
  role_id,
  is_staff: role_id < 20,
  company: role_id < 20 ? null : 1,
})

interface Given {
  items: OrderItemRow[]
  pieces?: OrderSubitemRow[]
  products?: Product[]
  orders?: OrderRow[]
}

/** The lines of a list; a product for every item that names one without it. */
export function makeLines(
  { items, pieces = [], products = [], orders = [] }: Given,
  context: Partial<Walk> = {},
  before?: ReadonlyMap<string, Line>,
): Line[] {
  const known = new Map(products.map((product) => [product.upc, product]))
  for (const { product } of items) if (!known.has(product)) known.set(product, makeProduct({ upc: product }))
  const walk = { bulk: false, filter: null, sorting: 'order' as const, keepsPlace: true, ...context }
  return buildLines({ orders, items, pieces }, known, walk, before)
}

export const makeLine = (given: Given, context?: Partial<Walk>): Line => makeLines(given, context)[0]!

/** The line of one item, with its pieces. */
export const aLine = (item: OrderItemRow, product: Product, pieces: OrderSubitemRow[] = []): Line =>
  makeLine({ items: [item], pieces, products: [product] })
