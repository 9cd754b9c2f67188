import { firstOf, type Line, nameOf } from '#contract/picking/lines.ts'
import { isOutOfStock, isPicked } from '#contract/picking/state.ts'
import { lacksLot } from '#contract/picking/overrides.ts'
import { can, type Person } from '#contract/permissions.ts'
import { TABLE_MAX_HEIGHT_PX } from '#contract/spec.ts'
import { PlainLink } from '#src/kit/links/PlainLink.tsx'
import { to } from '#src/paths.ts'
import { drawnRows, roomOf } from '#src/ui/use-window-rows.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, memo, useRef, type ReactNode } from 'react'
import {
  BinField,
  CountCell,
  Coupon,
  DeleteButton,
  EditLink,
  FlagChip,
  ItemHistoryButton,
  LotMissing,
  NameButton,
  OutOfStockCheck,
  PickedCheck,
  StockIndicator,
  SubstitutionButtons,
  TaxableCheck,
  WeightButton,
  finalPriceText,
  productAddress,
} from './cells.tsx'
import { OtherName } from '#src/picking/Others.tsx'
import type { ColumnId, VisibleColumn } from './columns.ts'
import classes from './table.module.css'
import { flagOfRow, type Marks } from '../row-marks.ts'
import type { RowDoes, RowProps } from './row-props.ts'

export interface PickListProps {
  rows: readonly Line[]
  columns: readonly VisibleColumn[]
  bulk: boolean
  person: Person | null
  marks: Marks
  does: RowDoes
}

/** Every row has the height in `table.module.css`, so that none is measured while scrolling. */
const ROW_HEIGHT_PX = 57

/** The rows as an editable table. The document has only those in sight. */
export function PickTable({ rows, columns, marks, ...rest }: PickListProps) {
  const box = useRef<HTMLDivElement>(null)
  // The rule is about components that a compiler memoises. No compiler memoises this one.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => rows[index]!.id,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
    rangeExtractor: (range) => drawnRows(range, box.current, rows),
  })
  const { below } = roomOf(virtualizer)

  return (
    <div
      ref={box}
      className={classes.box}
      style={{ maxHeight: TABLE_MAX_HEIGHT_PX }}
      // A region that scrolls must be reachable by keyboard (axe, scrollable-region-focusable).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Pick list rows"
    >
      <table
        className={classes.table}
        style={{ minWidth: columns.reduce((sum, { width = 0 }) => sum + width, 0) }}
        aria-label="Pick list"
        aria-rowcount={rows.length + 1}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            // The name's column takes the remaining width.
            <col key={id} style={{ width: id === 'name' ? undefined : width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, label, align }) => (
              <th key={id} scope="col" data-align={align} data-column={id}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {virtualizer.getVirtualItems().map(({ index, key, start }, nth, drawn) => {
            const row = rows[index]!
            const room = start - (drawn[nth - 1]?.end ?? 0)
            return (
              <Fragment key={key}>
                {room > 0 && <tr aria-hidden style={{ height: room }} />}
                <TableRow
                  {...rest}
                  row={row}
                  columns={columns}
                  flag={flagOfRow(row, marks)}
                  rowIndex={index + 2}
                />
              </Fragment>
            )
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  )
}

interface TableRowProps extends RowProps {
  columns: readonly VisibleColumn[]
  rowIndex: number
}

const TableRow = memo(function TableRow({ columns, rowIndex, ...props }: TableRowProps) {
  const { row } = props
  return (
    <tr
      data-row={row.id}
      aria-rowindex={rowIndex}
      data-lot-missing={lacksLot(row) || undefined}
      data-done={isPicked(row) || undefined}
      data-out={isOutOfStock(row) || undefined}
    >
      {columns.map(({ id, align }) => (
        <td key={id} data-align={align} data-column={id}>
          {CELLS[id](props)}
        </td>
      ))}
    </tr>
  )
})

const CELLS: Record<ColumnId, (props: RowProps) => ReactNode> = {
  picked: (props) => <PickedCheck {...props} />,
  out_of_stock: (props) => <OutOfStockCheck {...props} />,
  order: ({ row }) => orderNumbersOf(row),
  warehouse: ({ row }) => row.product?.warehouse?.name,
  bin: (props) => <BinField {...props} />,
  upc: (props) => <UpcCell {...props} />,
  item_code: (props) => <ItemCodeCell {...props} />,
  name: (props) => <Name {...props} />,
  combined_stock: ({ row }) => row.product?.combined_stock_level ?? '–',
  stock: ({ row }) => <StockIndicator row={row} />,
  units_ordered: (props) => <CountCell {...props} field="units_ordered" />,
  unit_quantity: (props) => <CountCell {...props} field="unit_quantity" />,
  cases_ordered: (props) => <CountCell {...props} field="cases_ordered" />,
  case_quantity: (props) => <CountCell {...props} field="case_quantity" />,
  unit_price: () => null,
  case_price: () => null,
  coupon: (props) => (
    <div className={classes.coupon}>
      <Coupon {...props} />
    </div>
  ),
  taxable: (props) => <TaxableCheck {...props} />,
  final_price: ({ row }) => finalPriceText({ row }),
  substitution: (props) => (
    <div className={classes.inline}>
      <SubstitutionButtons {...props} />
    </div>
  ),
  actions: (props) => (
    <div className={classes.inline}>
      <WeightButton {...props} />
      <ItemHistoryButton {...props} />
      <EditLink {...props} />
      <DeleteButton {...props} />
    </div>
  ),
}

/** The ids of a row's orders. A bulk row shows their number. */
const orderIds = (row: Line): number[] => [...new Set(row.items.map(({ order }) => order))]

/** The text under a heading that says "Order". */
export const orderNumbersOf = (row: Line): string => {
  const [first, ...others] = orderIds(row)
  return others.length === 0 ? String(first) : orderWords(row)
}
export const orderWords = (row: Line): string => {
  const [first, ...others] = orderIds(row)
  return others.length === 0 ? `Order ${first}` : `${others.length + 1} orders`
}

type LinkProps = Pick<RowProps, 'row' | 'person'>

export function UpcCell({ row, person }: LinkProps) {
  const upc = firstOf(row).product
  if (!can(person, 'catalogue.links')) return upc
  return <PlainLink to={productAddress(row)}>{upc}</PlainLink>
}

/** A033: the code, as a link to its editing for role_id below 12. */
export function ItemCodeCell({ row, person }: LinkProps) {
  const code = row.product?.item_code.item_code
  if (!code || !can(person, 'catalogue.links')) return code
  return <PlainLink to={to.itemCode(code)}>{code}</PlainLink>
}

/** Two lines in every row: the name, and the row's notes below it. */
function Name({ row, flag, does }: RowProps) {
  const size = row.product?.size
  const instead = row.items.some((item) => item.original_product)
  return (
    <div className={classes.name} title={[nameOf(row), size].filter(Boolean).join(' · ')}>
      <strong>
        <NameButton row={row} does={does} />
      </strong>
      <span className={classes.chips}>
        {lacksLot(row) && <LotMissing />}
        <FlagChip flag={flag} />
        <OtherName items={row.items} />
        {instead && <span>for {row.original?.name ?? firstOf(row).original_product}</span>}
        {size && <span>{size}</span>}
      </span>
    </div>
  )
}
