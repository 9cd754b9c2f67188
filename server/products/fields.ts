/** A product's fields on the wire and in its table, and the columns that follow from them. */
import { z } from 'zod'
import { cents, money, thousandths, weight } from '#contract/money.ts'
import { ProductFields } from '#contract/products/edit.ts'
import { displayPrices, isSoldByCase, isSoldByUnit } from '#contract/products/prices.ts'
import { sameJson } from '#contract/sync/merge.ts'
import { UnitType } from '#contract/values.ts'

export type ProductField = keyof ProductFields

/** Wire → table, where the names differ. */
const COLUMN: Partial<Record<ProductField, string>> = { item_code_id: 'item_code', group: 'group_name' }
export const columnOf = (field: string): string => COLUMN[field as ProductField] ?? field

export const PRICES = ['unit_price', 'case_price', 'volume_price'] as const
const WEIGHTS = ['average_unit_weight', 'average_case_weight', 'weight', 'volume'] as const

/** C227: null means no price on the wire. These columns store it as 0.00. */
const NEVER_NULL: readonly ProductField[] = ['unit_price', 'case_price']

/**
 * Returns a call's values in the one form in which the table keeps them, so that `2.5` is not another price than
 * `2.50`.
 */
export function inOneForm(values: Partial<ProductFields>): Partial<ProductFields> {
  const formed = { ...values }
  for (const field of PRICES) {
    const price = values[field]
    if (price === undefined) continue
    formed[field] = price === null ? (NEVER_NULL.includes(field) ? '0.00' : null) : money(cents(price))
  }
  for (const field of WEIGHTS) {
    const pounds = values[field]
    if (typeof pounds === 'string') formed[field] = weight(thousandths(pounds))
  }
  return formed
}

/** A product as its row has it: the wire's fields, prices never null, and the columns that follow from them. */
export const StoredProduct = z.object({
  name: z.string(),
  item_code_id: z.string(),
  warehouse_id: z.number().nullable(),
  size: z.string(),
  url: z.string(),
  api_description: z.string(),
  bin: z.string(),
  active: z.boolean(),
  out_of_stock: z.boolean(),
  tax_default: z.boolean(),
  lot_tracked: z.boolean(),
  display_units_per_case_on_invoice: z.boolean(),
  unit_type: ProductFields.shape.unit_type,
  weight_type: ProductFields.shape.weight_type,
  unit_price: z.string(),
  case_price: z.string(),
  units_per_case: z.number(),
  items_per_case: z.number().nullable(),
  average_unit_weight: z.string().nullable(),
  average_case_weight: z.string().nullable(),
  volume_level: z.number().nullable(),
  volume_price: z.string().nullable(),
  weight: z.string().nullable(),
  volume: z.string().nullable(),
  stock_level: z.number().nullable(),
  on_order: z.number().nullable(),
  qb_mapping: z.string(),
  qb_site_mapping: z.string(),
  surcharge_upc1: z.string(),
  surcharge_upc2: z.string(),
  price_as_of: z.string().nullable(),
  department: z.string(),
  department_id: z.number().nullable(),
  group: z.string(),
  group_id: z.number().nullable(),
  acceptable_substitutions: z.array(z.string()),
  default_unit_type: UnitType,
  api_managed: z.boolean(),
  /** Field → the value of the supplier's feed. */
  overridden: z.record(z.string(), z.unknown()),
})
export type StoredProduct = z.infer<typeof StoredProduct>

/** `products p` as a `StoredProduct`. */
export const STORED_PRODUCT_SQL = `
  select p.name, p.item_code as item_code_id, p.warehouse_id, p.size, p.url, p.api_description, p.bin, p.active,
         p.out_of_stock, p.tax_default, p.lot_tracked, p.display_units_per_case_on_invoice, p.unit_type, p.weight_type,
         p.unit_price, p.case_price, p.units_per_case, p.items_per_case, p.average_unit_weight, p.average_case_weight,
         p.volume_level, p.volume_price, p.weight, p.volume, p.stock_level, p.on_order, p.qb_mapping,
         p.qb_site_mapping, p.surcharge_upc1, p.surcharge_upc2, to_char(p.price_as_of, 'MM/DD/YYYY') as price_as_of,
         p.department, p.department_id, p.group_name as "group", p.group_id, p.acceptable_substitutions,
         p.default_unit_type, p.api_managed, p.overridden
    from products p`

/** A new product's values where the call gives none. */
export const NEW_PRODUCT: StoredProduct = {
  name: '',
  item_code_id: '',
  warehouse_id: 0,
  size: '',
  url: '',
  api_description: '',
  bin: '',
  active: true,
  out_of_stock: false,
  tax_default: false,
  lot_tracked: false,
  display_units_per_case_on_invoice: false,
  unit_type: 'Unit',
  weight_type: '',
  unit_price: '0.00',
  case_price: '0.00',
  units_per_case: 1,
  items_per_case: null,
  average_unit_weight: null,
  average_case_weight: null,
  volume_level: null,
  volume_price: null,
  weight: null,
  volume: null,
  stock_level: null,
  on_order: null,
  qb_mapping: '',
  qb_site_mapping: '',
  surcharge_upc1: '',
  surcharge_upc2: '',
  price_as_of: null,
  department: '',
  department_id: null,
  group: '',
  group_id: null,
  acceptable_substitutions: [],
  default_unit_type: 'u',
  api_managed: false,
  overridden: {},
}

/**
 * Returns the columns that follow from typed ones, and that no person types (docs/decisions/0033).
 * @param set the fields that change
 */
export function consequences(before: StoredProduct, set: Partial<ProductFields>): Record<string, unknown> {
  const after = { ...before, ...set } as StoredProduct
  return {
    ...displayPrices(after),
    ...unitsOf(after),
    ...overridesOf(before, set),
  }
}

const unitsOf = (after: StoredProduct) => ({
  default_unit_type: !isSoldByCase(after) ? 'u' : !isSoldByUnit(after) ? 'c' : after.default_unit_type,
})

/** The fields of a product that a supplier's feed sets; the rest is the house's own. */
const FED: readonly string[] = [
  'name',
  'size',
  'url',
  'api_description',
  'unit_type',
  'weight_type',
  'unit_price',
  'case_price',
  'units_per_case',
  'items_per_case',
  'average_unit_weight',
  'average_case_weight',
  'weight',
  'volume',
  'department',
  'department_id',
  'group',
  'group_id',
] satisfies ProductField[]

/** C148: keeps the first value that the house changed, and deletes it when the house sets that value again. */
function overridesOf(before: StoredProduct, set: Partial<ProductFields>) {
  if (!before.api_managed) return {}
  const overridden = { ...before.overridden }
  for (const [field, value] of Object.entries(set)) {
    if (!FED.includes(field)) continue
    const original = field in overridden ? overridden[field] : before[field as ProductField]
    if (sameJson(original, value)) delete overridden[field]
    else overridden[field] = original
  }
  return { overridden: JSON.stringify(overridden) }
}
