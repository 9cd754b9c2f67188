/** Rows for tests, as the server would send them. */
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '../orders/schema.ts'
import type { User } from '../people/schema.ts'
import type { Person } from '../permissions.ts'
import type { Product } from '../products/schema.ts'

export const uuid = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A person with these rights, of no company. */
export const person = (role_id: number, is_staff: boolean): Person => ({
  id: 1,
  username: 'x',
  role_id,
  is_staff,
  company: null,
})

export const user = (change: Partial<User> = {}): User => ({
  id: 6,
  username: 'picker',
  waiting_email: '',
  email: '',
  first_name: 'Pia',
  last_name: 'Picker',
  role_id: 14,
  is_staff: true,
  is_active: true,
  account_lock: false,
  email_order_confirmation: false,
  can_see_payments_column: false,
  company: null,
  company_location: [],
  ...change,
})

export const order = (id: number, change: Partial<OrderRow> = {}): OrderRow => ({
  id,
  customer: 'Harbour Bistro',
  company_id: 1,
  company_location: { id: 1, name: 'Harbour Bistro', physical_address: { complete_address: '1 Quay' } },
  status: 'placed',
  status_label: 'Placed',
  created_date: '2026-11-20T08:00:00Z',
  placed_date: '2026-11-20',
  placed_at: '2026-11-20T15:00:00Z',
  delivery_date: '2026-11-21',
  note: '',
  total: '0.00',
  invoice_total: null,
  picking_complete: false,
  picked_total: '0.00',
  items_count: 2,
  picked_count: 0,
  paid_status: '',
  paid_status_label: '',
  invoiced: false,
  version: 1,
  ...change,
})

export const item = (n: number, orderId: number, change: Partial<OrderItemRow> = {}): OrderItemRow => ({
  id: uuid(n),
  order: orderId,
  product: String(n),
  original_product: null,
  units_ordered: 5,
  cases_ordered: 0,
  unit_quantity: 0,
  case_quantity: 0,
  units_originally_ordered: 5,
  cases_originally_ordered: 0,
  bin_override: null,
  picked: false,
  scanned: null,
  out_of_stock: false,
  taxable: false,
  ignore_missing_items: false,
  admin_added: false,
  coupon_amount: '0.00',
  coupon_note: '',
  estimated_price: '10.00',
  final_price: '0.00',
  price_per_unit: '2.00',
  price_per_case: '20.00',
  price_snapshot: {
    weight_type: '',
    unit_price_per_lb: null,
    case_price_per_lb: null,
    average_unit_weight: null,
    average_case_weight: null,
  },
  lot_tracked: false,
  version: 1,
  ...change,
})

/** Priced by the weight of its pieces: $4.00 a pound. */
export const weighed = (n: number, orderId: number, change: Partial<OrderItemRow> = {}): OrderItemRow =>
  item(n, orderId, {
    price_snapshot: {
      weight_type: 'r/w',
      unit_price_per_lb: '4.00',
      case_price_per_lb: null,
      average_unit_weight: '1.000',
      average_case_weight: null,
    },
    ...change,
  })

export const piece = (
  n: number,
  of: OrderItemRow,
  change: Partial<OrderSubitemRow> = {},
): OrderSubitemRow => ({
  id: uuid(n),
  order_item: of.id,
  order: of.order,
  unit_type: 'u',
  weight_lbs: null,
  lot_code: null,
  weight_kg: null,
  serial: null,
  raw_scan: null,
  version: 1,
  ...change,
})

export const product = (upc: string, change: Partial<Product> = {}): Product => ({
  upc,
  name: `Product ${upc}`,
  size: '1 lb',
  item_code: { item_code: upc },
  url: '',
  unit_price: '2.00',
  case_price: '20.00',
  display_unit_price: '2.00',
  display_case_price: '20.00',
  display_unit_price_per_lb: null,
  display_case_price_per_lb: null,
  units_per_case: 10,
  stock_level: 100,
  combined_stock_level: 100,
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
  bin: 'A1',
  warehouse: null,
  acceptable_substitutions: [],
  alternate_barcodes: [],
  unit_type: 'Unit / Case',
  supplier_rate: null,
  version: 1,
  ...change,
})
