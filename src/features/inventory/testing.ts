/** A product for tests of the inventory's files. */
import type { OfficeProduct } from '#contract/products/office.ts'

/** A product as the server gives it, with the fields that a file of inventory has. */
export const capers = {
  upc: '0614141000012',
  name: 'Capers',
  warehouse: { id: 3, name: 'Dry & Chill' },
  bin: 'A-1',
  unit_price: '2.50',
  case_price: '24.00',
  unit_type: 'Unit / Case',
  units_per_case: 12,
  weight_type: 'r/w',
  average_unit_weight: '1.250',
  average_case_weight: null,
  stock_level: 40,
  tax_default: true,
} as OfficeProduct
