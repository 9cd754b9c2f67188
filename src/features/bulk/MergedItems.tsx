import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import { binOf, caseQuantity, unitQuantity } from '#src/documents/delivery-ticket.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import type { Column } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import classes from './bulk.module.css'
import { itemsOf, type ListedItem } from './queries.ts'

const COLUMNS: readonly Column<ListedItem>[] = [
  { id: 'name', label: 'Item Name', wide: true, value: ({ product_data }) => product_data.name },
  { id: 'code', label: 'Item Code', value: ({ product_data }) => product_data.item_code.item_code },
  { id: 'order', label: 'Order ID', value: ({ order }) => order },
  { id: 'bin', label: 'Bin', value: binOf },
  { id: 'units', label: 'Unit Qty', align: 'right', value: unitQuantity },
  { id: 'cases', label: 'Case Qty', align: 'right', value: caseQuantity },
]

interface MergedItemsProps {
  orders: readonly number[]
}

/** B105: the items of the chosen orders, one product's lines beside each other, to be looked over before they are one order's. */
export function MergedItems({ orders }: MergedItemsProps) {
  const items = useRows(itemsOf(orders))
  const table = useOwnTable()
  return (
    <section className={classes.choice} aria-label="Items of the chosen orders">
      <h2>Items of the chosen orders</h2>
      <DataTable
        label="Items"
        columns={COLUMNS}
        source={items}
        {...table}
        isSearchable={false}
        empty={<p className={classes.nothing}>There are no items in the selected orders.</p>}
      />
    </section>
  )
}
