import type { OrderRow } from '#contract/orders/schema.ts'
import { RowCards, RowTable } from '#src/ui/table/TableRows.tsx'
import { searchRows, sortRows, UNSORTED, type Column } from '#src/ui/table/column.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import classes from './bulk.module.css'
import { orderColumns } from './order-columns.tsx'
import type { Choice } from '#src/ui/table/use-choice.ts'

interface OrderChoiceProps {
  label: string
  /** null while they are on their way. */
  orders: readonly OrderRow[] | null
  choice: Choice<OrderRow>
  /** Why an order is listed and cannot be chosen, or null. Must stay the same function. */
  barred?: (order: OrderRow) => string | null
  /** Orders of several days. */
  withDay?: boolean
  empty: ReactNode
}

const rowKey = ({ id }: OrderRow) => id

const boxColumn = (
  choice: Choice<OrderRow>,
  barred: (order: OrderRow) => string | null,
): Column<OrderRow> => ({
  id: 'id',
  label: 'Order ID',
  value: rowKey,
  cell: (order) => <ChoiceBox order={order} choice={choice} reason={barred(order)} />,
})

function ChoiceBox(props: { order: OrderRow; choice: Choice<OrderRow>; reason: string | null }) {
  const { order, choice, reason } = props
  return (
    <Checkbox
      size="md"
      className={classes.check}
      label={String(order.id)}
      aria-label={`Order ${order.id}`}
      title={reason ?? undefined}
      disabled={reason !== null}
      checked={choice.isChosen(order)}
      onChange={({ currentTarget }) => choice.set([order], currentTarget.checked)}
    />
  )
}

const free = () => null

/** The orders to choose from, each with its box; a press anywhere on a row is one on its box. */
export function OrderChoice({
  label,
  orders,
  choice,
  barred = free,
  withDay = false,
  empty,
}: OrderChoiceProps) {
  const narrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  const [table, setTable] = useState(UNSORTED)
  const columns = useMemo(
    (): readonly Column<OrderRow>[] => [boxColumn(choice, barred), ...orderColumns(withDay)],
    [choice, barred, withDay],
  )
  const rows = useMemo(
    () => sortRows(searchRows(orders ?? [], columns, table.search), columns, table.sort),
    [orders, columns, table],
  )
  const open = rows.filter((order) => barred(order) === null)
  const isAll = open.length > 0 && open.every(choice.isChosen)
  const Rows = narrow ? RowCards : RowTable

  return (
    <section className={classes.choice} aria-label={label}>
      <div className={classes.tools}>
        <Button
          variant="default"
          size="md"
          disabled={open.length === 0}
          onClick={() => choice.set(open, !isAll)}
        >
          {isAll ? 'Choose none' : 'Choose all'}
        </Button>
        <TextInput
          type="search"
          size="md"
          className={classes.search}
          aria-label="Search"
          placeholder="Search"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={table.search}
          onChange={({ currentTarget: { value } }) => setTable((before) => ({ ...before, search: value }))}
        />
        <span role="status" className={classes.count}>
          {orders && `${choice.chosen.length} of ${orders.length} chosen`}
        </span>
      </div>
      <Rows
        label={label}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        onRow={(order) => barred(order) === null && choice.set([order], !choice.isChosen(order))}
        total={rows.length}
        offset={0}
        sort={table.sort}
        onSort={(sort) => setTable((before) => ({ ...before, sort }))}
        loading={orders === null}
        empty={
          orders && orders.length > 0 ? (
            <p className={classes.nothing}>No orders match. Change the search.</p>
          ) : (
            empty
          )
        }
        onEnd={undefined}
      />
    </section>
  )
}
