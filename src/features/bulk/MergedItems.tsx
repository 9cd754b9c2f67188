import type { DetailedItem } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { binOf, caseQuantity, unitQuantity } from '#src/documents/delivery-ticket.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { RowCards, RowTable } from '#src/ui/table/TableRows.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { useRead } from '#src/ui/use-read.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback } from 'react'
import classes from './bulk.module.css'
import { fetchItems } from './orders.ts'

const COLUMNS: readonly Column<DetailedItem>[] = [
  { id: 'name', label: 'Item Name', wide: true, value: ({ product_data }) => product_data.name },
  { id: 'code', label: 'Item Code', value: ({ product_data }) => product_data.item_code.item_code },
  { id: 'order', label: 'Order ID', value: ({ order }) => order },
  { id: 'bin', label: 'Bin', value: binOf },
  { id: 'units', label: 'Unit Qty', align: 'right', value: unitQuantity },
  { id: 'cases', label: 'Case Qty', align: 'right', value: caseQuantity },
]
const rowKey = ({ id }: DetailedItem) => id

interface MergedItemsProps {
  client: Client
  /** Their numbers with commas between: a list would be another one at each drawing. */
  orders: string
  serverReachable: boolean
}

/** B105: the items of the chosen orders, one product's lines beside each other, to be looked over before they are one order's. */
export function MergedItems({ client, orders, serverReachable }: MergedItemsProps) {
  const narrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  const read = useCallback(
    async (signal: AbortSignal) => ({
      orders,
      items: (await fetchItems(client, orders.split(',').map(Number), signal)).sort(
        (a, b) => a.product_data.name.localeCompare(b.product_data.name, 'en') || a.order - b.order,
      ),
    }),
    [client, orders],
  )
  const { value, failure, busy, reload } = useRead(read, serverReachable)
  const items = value?.orders === orders ? value.items : null
  const Rows = narrow ? RowCards : RowTable
  if (!items && failure !== null)
    return (
      <ReadFailure busy={busy} onRetry={reload}>
        {errorText(failure)}
      </ReadFailure>
    )
  return (
    <section className={classes.choice} aria-label="Items of the chosen orders">
      <h2>Items of the chosen orders</h2>
      <Rows
        label="Items"
        columns={COLUMNS}
        rows={items ?? []}
        rowKey={rowKey}
        onRow={undefined}
        total={items?.length ?? 0}
        offset={0}
        sort={null}
        onSort={undefined}
        loading={items === null}
        empty={<p className={classes.nothing}>There are no items in the selected orders.</p>}
        onEnd={undefined}
      />
    </section>
  )
}
