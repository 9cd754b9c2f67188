/** The columns of a pick list, and which roles see them (A117, A255, A256, A259, A260). */
import { columnVisible, type ColumnRoles, type Person } from '#contract/permissions.ts'
import { UPC_ROLES } from '#contract/products/facts.ts'

/** A259, A260: roles 1 to 29. */
const SUBSTITUTION_ROLES = Array.from({ length: 29 }, (_, role) => role + 1)
/** A255. */
const INDICATOR_ROLES = [32]

interface PickColumn extends ColumnRoles {
  id: string
  label: string
  align?: 'right'
  /** The width in the editable table, in px. With fixed widths a row in sight is drawn without measuring the others. */
  width?: number
  /** Shown only with the prices of the print page (A121). */
  price?: true
  /** `details` for the editable list, `print` for paper; missing for both. */
  only?: 'details' | 'print'
}

const COLUMNS = [
  { id: 'picked', label: 'Picked', width: 50 },
  { id: 'out_of_stock', label: 'Out of Stock', width: 48 },
  { id: 'order', label: 'Order', width: 58 },
  { id: 'warehouse', label: 'Warehouse', width: 78 },
  { id: 'bin', label: 'Bin', width: 74 },
  { id: 'upc', label: 'UPC', width: 124, visibility_allow_rid: UPC_ROLES },
  { id: 'item_code', label: 'Item Code', width: 56 },
  { id: 'name', label: 'Name', width: 160 },
  {
    id: 'combined_stock',
    label: 'Combined Stock',
    width: 78,
    align: 'right',
    visibility_deny_rid: INDICATOR_ROLES,
  },
  { id: 'stock', label: 'Stock', width: 96, visibility_allow_rid: INDICATOR_ROLES },
  { id: 'units_ordered', label: 'Units Ordered', width: 66, align: 'right' },
  { id: 'unit_quantity', label: 'Units Picked', width: 66, align: 'right' },
  { id: 'cases_ordered', label: 'Cases Ordered', width: 66, align: 'right' },
  { id: 'case_quantity', label: 'Cases Picked', width: 66, align: 'right' },
  { id: 'unit_price', label: 'Unit Price', align: 'right', price: true, only: 'print' },
  { id: 'case_price', label: 'Case Price', align: 'right', price: true, only: 'print' },
  { id: 'coupon', label: 'Coupon', width: 122, price: true },
  { id: 'taxable', label: 'Taxable', width: 56, only: 'details' },
  { id: 'final_price', label: 'Final Price', width: 72, align: 'right', price: true },
  { id: 'substitution', label: 'Substitution', width: 88, visibility_allow_rid: SUBSTITUTION_ROLES },
  { id: 'actions', label: 'Actions', width: 150, only: 'details' },
] as const satisfies readonly PickColumn[]

export type ColumnId = (typeof COLUMNS)[number]['id']
export type VisibleColumn = PickColumn & { id: ColumnId }

/**
 * The columns that a person with a pen and a sheet of paper reads first: the bin, the product, the quantities, and a
 * box to tick.
 */
const FIRST_ON_PAPER: readonly ColumnId[] = [
  'bin',
  'name',
  'units_ordered',
  'unit_quantity',
  'cases_ordered',
  'case_quantity',
  'picked',
]

/** The columns that this person sees on this page, in order. */
export function columnsFor(person: Person | null, page: 'details' | 'print'): VisibleColumn[] {
  const seen = (COLUMNS as readonly VisibleColumn[]).filter(
    (column) => (column.only ?? page) === page && columnVisible(column, person),
  )
  if (page === 'details') return seen
  const first = FIRST_ON_PAPER.flatMap((id) => seen.find((column) => column.id === id) ?? [])
  return [...first, ...seen.filter((column) => !first.includes(column))]
}
