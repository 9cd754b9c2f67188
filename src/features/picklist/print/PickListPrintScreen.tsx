import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { countOf, firstOf, type Line, nameOf } from '#contract/picking/lines.ts'
import { filterLines } from '../filter-lines.ts'
import { isOutOfStock, isPicked } from '#contract/picking/state.ts'
import { lacksLot } from '#contract/picking/overrides.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/use-go.ts'
import { Button } from '#src/ui/Button.tsx'
import { to, type From } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showMoney } from '#src/ui/format.ts'
import { Skeleton, TextInput } from '@mantine/core'
import { memo, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import { type ColumnId, columnsFor, finalPrice, ordersOf, type VisibleColumn } from '../table/index.ts'
import { ContextSummary } from '../ContextSummary.tsx'
import { NoPickList } from '../NoPickList.tsx'
import { usePickingContext, type PickingContext } from '#src/picking/context.ts'
import classes from './print.module.css'
import type { PickListScreenProps } from '../screen-props.ts'
import { usePickList } from '../use-pick-list.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import type { Engine } from '#src/sync/engine.ts'

/** The name under which the choice is stored. */
const PRICES = 'picklist:prices'

/** A025, A120–A122: the same items on paper. Read-only, with a filter and two toggles. */
export function PickListPrintScreen(props: PickListScreenProps) {
  const { handedOver, from } = props
  const { person } = useSignedIn()
  const context = usePickingContext('picklist', from, handedOver)
  if (context === null)
    return <NoPickList>Choose orders in the generator first; their items can then be printed.</NoPickList>
  if (context instanceof Error) return <ErrorNote>{context.message}</ErrorNote>
  if (context === 'looking' || !person) return <Skeleton height={480} radius="md" />
  return <Sheet from={from} context={context} />
}

function Sheet({ from, context }: { from: From; context: PickingContext }) {
  const { engine, person } = useSignedIn()
  const go = useGo()
  const { rows } = usePickList(engine.db, context, useServerReachable())
  const [filter, setFilter] = useState('')
  const settled = useDeferredValue(filter)
  const [hasPrices, setPrices] = usePrices(engine)
  const [hasPicked, setPicked] = useState(true)
  const columns = useMemo(() => columnsFor(person, 'print'), [person])
  const shown = useMemo(
    () => rows && filterLines(rows, settled).filter((row) => hasPicked || !isPicked(row)),
    [rows, settled, hasPicked],
  )

  return (
    <article className={classes.page}>
      <h1>Pick List</h1>
      <ContextSummary context={context} db={engine.db} rows={rows} />
      <div className={classes.controls}>
        <TextInput
          type="search"
          aria-label="Filter"
          placeholder="Filter"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button onClick={() => setPrices(!hasPrices)}>{hasPrices ? 'Hide Prices' : 'Show Prices'}</Button>
        <Button onClick={() => setPicked((on) => !on)}>
          {hasPicked ? 'Hide Picked Items' : 'Show Picked Items'}
        </Button>
        <Button onClick={() => go(to.pickListDetails(from), { state: { ...context } })}>Back</Button>
        <Button kind="main" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {!shown ? (
        <Skeleton height={480} radius="md" />
      ) : shown.length === 0 ? (
        <EmptyState title="There is nothing to print">
          No item of these orders fits the filter and the toggles.
        </EmptyState>
      ) : (
        // Thousands of rows: a style shows and hides the prices, without drawing anything again.
        <div data-hide-prices={!hasPrices || undefined}>
          <PaperTable rows={shown} columns={columns} />
        </div>
      )}
    </article>
  )
}

/** Whether prices are printed: at first they are (A121), and the person's choice is remembered. */
function usePrices(engine: Engine): [boolean, (on: boolean) => void] {
  const [chosen, setChosen] = useState(true)
  useEffect(() => {
    void engine.recall<boolean>(PRICES).then((kept) => setChosen(kept ?? true))
  }, [engine])
  return [
    chosen,
    (on) => {
      setChosen(on)
      // A choice that cannot be stored holds for this sheet.
      void engine.remember(PRICES, on).catch(() => undefined)
    },
  ]
}

/** The document has every row, so that all of them are printed. */
const PaperTable = memo(function PaperTable({
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
