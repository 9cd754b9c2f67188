import type { DifferenceGroup } from '#contract/receipts/schema.ts'
import { hrefOf, to } from '#src/paths.ts'
import { Chip, type Tone } from '#src/ui/Chip.tsx'
import { Button } from '#src/ui/Button.tsx'
import { showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'
import { categoryLabel, groupKey } from './choices.ts'
import { orderItemOf, receiptItemOf } from './result-view.ts'
import classes from './receipts.module.css'

type Row = DifferenceGroup
type Figure = (row: Row) => number | string | null | undefined

const figure = (id: string, label: string, of: Figure): Column<Row> => ({
  id,
  label,
  align: 'right',
  value: (row) => of(row) ?? null,
})
const amount = (id: string, label: string, of: (row: Row) => string | undefined): Column<Row> => ({
  id,
  label,
  align: 'right',
  value: (row) => (of(row) === undefined ? null : Number(of(row))),
  text: (row) => showMoney(of(row)),
  exported: (row) => of(row) ?? '',
})

/** C101, C174: what was picked, ordered and differs, of units and of cases. */
export const pickedColumns: Column<Row>[] = [
  figure('unitsPicked', 'Units Picked', (row) => orderItemOf(row)?.base_unit_quantity),
  figure('unitsOrdered', 'Units Ordered', (row) => orderItemOf(row)?.units_ordered),
  figure('unitDifference', 'Unit Difference', (row) => orderItemOf(row)?.unit_quantity_to_ordered_difference),
  figure('casesPicked', 'Cases Picked', (row) => orderItemOf(row)?.base_case_quantity),
  figure('casesOrdered', 'Cases Ordered', (row) => orderItemOf(row)?.cases_ordered),
  figure('caseDifference', 'Case Difference', (row) => orderItemOf(row)?.case_quantity_to_ordered_difference),
]

/** The product with a way to its page (C102), and the code that was bought in its place. */
const inventoryItem: Column<Row> = {
  id: 'item',
  label: 'Inventory Item',
  wide: true,
  value: ({ differences }) => differences.map(({ product }) => product.name).join(', '),
  text: ({ differences }) =>
    differences
      .map(({ product, receipt_upc }) =>
        [product.name, product.upc, product.item_code, receipt_upc].filter(Boolean).join(' '),
      )
      .join(', '),
  cell: ({ differences }) => (
    <div className={classes.item}>
      {differences.map(({ product, receipt_upc }) => (
        <div key={product.upc}>
          <a href={hrefOf(to.product(product.upc))} target="_blank" rel="noreferrer">
            {product.name}
          </a>
          <small>
            {[
              product.upc,
              product.item_code,
              product.bin,
              product.combined_stock_level !== null && `${product.combined_stock_level} in stock`,
              receipt_upc !== null && `on the receipt: ${receipt_upc}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </div>
      ))}
    </div>
  ),
}

/** C102: the orders that a row is about. */
const orderLinks: Column<Row> = {
  id: 'orders',
  label: 'Orders',
  wide: true,
  value: (row) => orderItemOf(row)?.referenced_orders.join(', ') ?? null,
  cell: (row) => (
    <span className={classes.orders}>
      {orderItemOf(row)?.referenced_orders.map((id) => (
        <a key={id} href={hrefOf(to.order(id))} target="_blank" rel="noreferrer">
          {id}
        </a>
      ))}
    </span>
  ),
}

/** The item with its orders in one cell: the missing items have the eight columns of C101 and no other. */
export const itemWithOrders: Column<Row> = {
  ...inventoryItem,
  cell: (row) => (
    <>
      {inventoryItem.cell?.(row)}
      {orderLinks.cell?.(row)}
    </>
  ),
}

const TONES: Record<string, Tone> = {
  'DifferenceCategory.APPROXIMATE_PRICE': 'plain',
  'DifferenceCategory.LINKED_UPC_1TO1': 'info',
}

const nameOf = (row: Row) => row.differences[0]?.product.name ?? ''

interface ResultColumns {
  condensed: boolean
  hidden: ReadonlySet<string>
  /** Hides a row, or shows it again; null where nothing can be pressed. */
  onHide: ((group: Row) => void) | null
  /** Opens what the receipts have of a row; null where nothing can be pressed, or no receipt is compared. */
  onLines: ((group: Row) => void) | null
}

export const resultColumns = ({ condensed, hidden, onHide, onLines }: ResultColumns): Column<Row>[] => [
  inventoryItem,
  {
    id: 'categories',
    label: 'Differences',
    wide: true,
    value: ({ difference_categories }) => difference_categories.map(categoryLabel).join(', '),
    cell: ({ difference_categories }) => (
      <span className={classes.categories}>
        {difference_categories.map((category) => (
          <Chip key={category} tone={TONES[category] ?? 'warn'}>
            {categoryLabel(category)}
          </Chip>
        ))}
      </span>
    ),
  },
  ...(onHide
    ? [
        controlColumn('hide', 'Hide', (row: Row) => {
          const act = hidden.has(groupKey(row)) ? 'Show' : 'Hide'
          return (
            <Button label={`${act} ${nameOf(row)}`} onClick={() => onHide(row)}>
              {act}
            </Button>
          )
        }),
      ]
    : []),
  figure('orderUnits', 'Order Units', (row) => orderItemOf(row)?.unit_quantity),
  figure('receiptUnits', 'Receipt Units', (row) => receiptItemOf(row)?.unit_quantity),
  figure('orderCases', 'Order Cases', (row) => orderItemOf(row)?.case_quantity),
  figure('receiptCases', 'Receipt Cases', (row) => receiptItemOf(row)?.case_quantity),
  amount('orderTotal', 'Order Total', (row) => orderItemOf(row)?.total),
  amount('receiptTotal', 'Receipt Total', (row) => receiptItemOf(row)?.total),
  ...(condensed ? [] : pickedColumns),
  orderLinks,
  ...(onLines
    ? [
        controlColumn('lines', 'Receipt Lines', (row: Row) => (
          <Button label={`Receipt lines of ${nameOf(row)}`} onClick={() => onLines(row)}>
            Lines
          </Button>
        )),
      ]
    : []),
]
