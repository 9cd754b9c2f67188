/** The pick list's spreadsheet: its 13 columns (A164), by role (A262, A263), as rows of plain cells. */
import { columnVisible, type ColumnRoles, type Person } from '#contract/permissions.ts'
import { UPC_ROLES } from '#contract/products/facts.ts'
import type { Product } from '#contract/products/schema.ts'
import type { SheetCell } from '#src/ui/spreadsheet.ts'

interface ExportColumn extends ColumnRoles {
  name: string
  value: (product: Product) => SheetCell
}

/** Codes stay text, or a spreadsheet would eat their leading zeros; amounts are numbers, so that they can be summed. */
const amount = (decimal: string | null): SheetCell => (decimal === null ? null : Number(decimal))

const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { name: 'warehouse', value: (p) => p.warehouse?.name ?? '' },
  { name: 'bin', value: (p) => p.bin },
  { name: 'upc', value: (p) => p.upc, visibility_allow_rid: UPC_ROLES },
  { name: 'name', value: (p) => p.name },
  { name: 'unit_price', value: (p) => amount(p.unit_price) },
  { name: 'case_price', value: (p) => amount(p.case_price) },
  { name: 'unit_type', value: (p) => p.unit_type },
  { name: 'units_per_case', value: (p) => p.units_per_case },
  { name: 'weight_type', value: (p) => p.weight_type },
  { name: 'average_unit_weight', value: (p) => amount(p.average_unit_weight) },
  { name: 'average_case_weight', value: (p) => amount(p.average_case_weight) },
  { name: 'stock_level', value: (p) => p.stock_level },
  { name: 'tax_default', value: (p) => p.tax_default },
]

/** The header and a row a product. */
export function exportSheet(products: readonly Product[], person: Person | null): SheetCell[][] {
  const columns = EXPORT_COLUMNS.filter((column) => columnVisible(column, person))
  return [columns.map(({ name }) => name), ...products.map((p) => columns.map(({ value }) => value(p)))]
}

/** The products of one warehouse that a pick list's items name, once each, by bin as one walks past them. */
export function productsOfWarehouse(
  items: readonly { product: string }[],
  products: ReadonlyMap<string, Product>,
  warehouse: number,
): Product[] {
  const upcs = new Set(items.map(({ product }) => product))
  return [...upcs]
    .flatMap((upc) => products.get(upc) ?? [])
    .filter((product) => product.warehouse?.id === warehouse)
    .sort((a, b) => a.bin.localeCompare(b.bin, 'en', { numeric: true }) || a.name.localeCompare(b.name, 'en'))
}
