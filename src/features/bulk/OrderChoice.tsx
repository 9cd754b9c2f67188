import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { Button } from '#src/ui/Button.tsx'
import { searchRows } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import type { RowSource } from '#src/ui/table/source.ts'
import type { Choice } from '#src/ui/table/use-choice.ts'
import type { ReactNode } from 'react'
import classes from './bulk.module.css'
import { choiceColumns } from './order-columns.tsx'
import type { BulkOrder } from './queries.ts'

interface OrderChoiceProps {
  label: string
  orders: RowSource<BulkOrder>
  choice: Choice<BulkOrder>
  /** Whether the list has a column with the delivery day: its orders are of several days. */
  withDay?: boolean
  empty: ReactNode
}

/** The orders to choose from, each with its box. A press anywhere on a row is a press on its box. */
export function OrderChoice({ label, orders, choice, withDay = false, empty }: OrderChoiceProps) {
  const table = useTableProps()
  const columns = choiceColumns(withDay)
  const open = orders.rows.filter((order) => choice.barred(order) === null)
  const { search } = table.state
  // Rows that the search hides are not chosen.
  const shown = searchRows(open, columns, search)
  return (
    <section className={classes.choice} aria-label={label}>
      <div className={classes.tools}>
        <Button
          reason={
            shown.length === 0
              ? 'There is nothing to choose.'
              : shown.every(choice.isChosen) && 'All are chosen.'
          }
          onClick={() => choice.set(shown, true)}
        >
          {search.trim() === '' ? 'Choose all' : `Choose all ${shown.length} on show`}
        </Button>
      </div>
      <DataTable
        label={label}
        columns={columns}
        source={orders}
        onRow={(order) => choice.barred(order) === null && choice.set([order], !choice.isChosen(order))}
        {...table}
        choice={{ ...choice, reset: () => choice.set(open, false) }}
        empty={empty}
      />
    </section>
  )
}
