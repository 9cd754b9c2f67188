import { countOf, firstOf, type Line, nameOf } from '#contract/picking/lines.ts'
import { lacksLot } from '#contract/picking/overrides.ts'
import { isOutOfStock, isPicked } from '#contract/picking/state.ts'
import { showMoney } from '#src/ui/format.ts'
import { memo, type ReactNode } from 'react'
import { type ColumnId, finalPrice, ordersOf, type VisibleColumn } from '../table/index.ts'
import classes from './print.module.css'

/** The document has every row, so that all of them are printed. */
export const PickListPaper = memo(function PickListPaper({
  rows,
  columns,
}: {
  rows: readonly Line[]
  columns: readonly VisibleColumn[]
}) {
  return (
    // A region that scrolls is reached by keyboard (axe, scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Pick list rows">
      <table className={classes.table} aria-label="Pick list">
        <thead>
          <tr>
            {columns.map(({ id, label, align, price }) => (
              <th key={id} scope="col" data-align={align} data-price={price}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PaperRow key={row.id} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  )
})

const PaperRow = memo(function PaperRow({ row, columns }: { row: Line; columns: readonly VisibleColumn[] }) {
  return (
    <tr>
      {columns.map(({ id, align, price }) => (
        <td key={id} data-align={align} data-price={price}>
          {TEXT[id](row)}
        </td>
      ))}
    </tr>
  )
})

const TEXT: Record<ColumnId, (row: Line) => ReactNode> = {
  // A box to tick with a pen.
  picked: (row) => (isPicked(row) ? '☑ picked' : '☐'),
  out_of_stock: (row) => (isOutOfStock(row) ? 'Out of stock' : ''),
  order: ordersOf,
  warehouse: (row) => row.product?.warehouse?.name,
  bin: (row) => <b>{row.bin}</b>,
  upc: (row) => firstOf(row).product,
  item_code: (row) => row.product?.item_code.item_code,
  name: (row) => (
    <>
      {nameOf(row)}
      {row.product?.size && ` · ${row.product.size}`}
      {lacksLot(row) && ' · lot missing'}
    </>
  ),
  combined_stock: (row) => row.product?.combined_stock_level ?? '–',
  stock: (row) => row.product?.stock_level_indicator,
  units_ordered: (row) => countOf(row, 'units_ordered'),
  unit_quantity: (row) => countOf(row, 'unit_quantity'),
  cases_ordered: (row) => countOf(row, 'cases_ordered'),
  case_quantity: (row) => countOf(row, 'case_quantity'),
  unit_price: (row) => showMoney(firstOf(row).price_per_unit),
  case_price: (row) => showMoney(firstOf(row).price_per_case),
  coupon: (row) =>
    row.items
      .map(({ coupon_amount }) => coupon_amount)
      .filter((amount) => Number(amount) > 0)
      .join(' + '),
  taxable: () => null,
  final_price: (row) => finalPrice({ row }),
  substitution: (row) =>
    firstOf(row).original_product === null
      ? ''
      : `for ${row.original?.name ?? firstOf(row).original_product}`,
  actions: () => null,
}
