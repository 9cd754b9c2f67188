/** Rows for the tests beside this file; a test names only what it is about. */
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import type { PickListContext } from './pick-list-context.ts'
import { buildRows, type PickRow } from './pick-rows.ts'

let made = 0
export const makeId = (): string => `00000000-0000-7000-8000-${String(++made).padStart(12, '0')}`

export const makeItem = (over: Partial<OrderItemRow> = {}): OrderItemRow => ({
  id: makeId(),
  order: 1,
  product: '100',
  original_product: null,
  units_ordered: 2,
  cases_ordered: 0,
  unit_quantity: 0,
  case_quantity: 0,
  units_originally_ordered: over.units_ordered ?? 2,
  cases_originally_ordered: over.cases_ordered ?? 0,
  bin_override: null,
  picked: false,
  scanned: null,
  out_of_stock: false,
  taxable: false,
  ignore_missing_items: false,
  admin_added: false,
  coupon_amount: '0.00',
  coupon_note: '',
  estimated_price: '0.00',
  final_price: '0.00',
  price_per_unit: '1.00',
  price_per_case: '10.00',
  price_snapshot: {
    weight_type: '',
    unit_price_per_lb: null,
    case_price_per_lb: null,
    average_unit_weight: null,
    average_case_weight: null,
  },
  lot_tracked: false,
  version: 1,
  ...over,
})

export const makePiece = (item: OrderItemRow, over: Partial<OrderSubitemRow> = {}): OrderSubitemRow => ({
  id: makeId(),
  order_item: item.id,
  order: item.order,
  unit_type: 'u',
  weight_lbs: null,
  lot_code: null,
  weight_kg: null,
  serial: null,
  raw_scan: null,
  version: 1,
  ...over,
})

export const makeProduct = (over: Partial<Product> = {}): Product => ({
  upc: '100',
  name: `Product ${over.upc ?? '100'}`,
  size: '',
  item_code: { item_code: 'CODE' },
  url: '',
  unit_price: '1.00',
  case_price: '10.00',
  display_unit_price: '1.00',
  display_case_price: '10.00',
  display_unit_price_per_lb: null,
  display_case_price_per_lb: null,
  units_per_case: 10,
  stock_level: 5,
  combined_stock_level: 7,
  stock_level_indicator: 'in stock',
  default_unit_type: 'u',
  api_description: '',
  active: true,
  out_of_stock: false,
  api_catch_weight: false,
  average_unit_weight: null,
  average_case_weight: null,
  weight_min_lbs: null,
  weight_max_lbs: null,
  weight_type: '',
  tax_default: false,
  bin: 'A-01-1',
  warehouse: { id: 3, name: 'Dry & Chill' },
  acceptable_substitutions: [],
  alternate_barcodes: [],
  unit_type: 'Unit / Case',
  supplier_rate: null,
  version: 1,
  ...over,
})

export const makeOrder = (over: Partial<OrderRow> = {}): OrderRow => ({
  id: 1,
  customer: 'chef',
  company_id: 1,
  company_location: { id: 1, name: 'Bistro', physical_address: { complete_address: '' } },
  status: 'placed',
  status_label: 'Placed',
  created_date: '2026-03-01T00:00:00Z',
  placed_date: null,
  delivery_date: '2026-03-02',
  note: '',
  total: '0.00',
  invoice_total: null,
  picking_complete: false,
  picked_total: '0.00',
  items_count: 1,
  picked_count: 0,
  paid_status: '',
  paid_status_label: '',
  invoiced: false,
  version: 1,
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

/** The rows of a list; a product for every item that names one without it. */
export function makeRows(
  { items, pieces = [], products = [], orders = [] }: Given,
  context: Partial<PickListContext> = {},
  before?: ReadonlyMap<string, PickRow>,
): PickRow[] {
  const known = new Map(products.map((product) => [product.upc, product]))
  for (const { product } of items) if (!known.has(product)) known.set(product, makeProduct({ upc: product }))
  const query = { bulk: false, filter: null, sorting: 'order' as const, ...context }
  return buildRows({ orders, items, pieces }, known, query, before)
}

export const makeRow = (given: Given, context?: Partial<PickListContext>): PickRow =>
  makeRows(given, context)[0]!
