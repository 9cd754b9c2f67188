import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import type { ReceiptLine } from '#contract/receipts/schema.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDay, showDollars, showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { missingWords } from './missing-words.ts'
import { RECEIPTS_CHANGED, receiptLinesQuery, type ListedReceipt } from './queries.ts'
import classes from './receipts.module.css'

const LineDialog = lazy(() => import('./LineDialog.tsx'))

interface ReceiptLinesProps {
  receipt: ListedReceipt
  onDeleted: () => void
}

/** One receipt and its lines, which can be corrected, added to and deleted. */
export function ReceiptLines({ receipt, onDeleted }: ReceiptLinesProps) {
  const lines = useRows(receiptLinesQuery(receipt.id))
  const table = useOwnTable()
  const short = missingWords(receipt)
  /** The line that is corrected; null for one that is added, undefined where none is open. */
  const [edited, setEdited] = useState<ReceiptLine | null>()
  const remove = useSave({
    call: (client) => client.api('DELETE', `receipts/${receipt.id}`),
    invalidates: RECEIPTS_CHANGED,
    words: () => ({
      title: `Delete the receipt ${receipt.description}?`,
      body: receipt.user_uploaded
        ? 'Its lines are deleted with it. The file can be uploaded again.'
        : 'Its lines are deleted with it. The supplier’s invoice can be converted again.',
      act: 'Delete',
      kind: 'danger',
    }),
    onDone: onDeleted,
  })
  return (
    <>
      <div className={classes.tools}>
        <p role="status">
          <b>{receipt.description}</b> of {showDay(receipt.date)}: {showDollars(receipt.total)}
          {receipt.user_uploaded ? ', uploaded from a file' : ', converted from the supplier’s invoice'}
        </p>
        {short !== null && <Chip tone="act">{short}</Chip>}
        <Button icon={<IconPlus size={20} aria-hidden />} onClick={() => setEdited(null)}>
          Add Line
        </Button>
        <Button icon={<IconTrash size={20} aria-hidden />} onClick={() => remove.ask()}>
          Delete
        </Button>
      </div>
      <DataTable
        label="Receipt lines"
        columns={COLUMNS}
        source={lines}
        onRow={setEdited}
        {...table}
        empty={<EmptyState title="The selected receipt does not have information saved in the system." />}
      />
      {remove.dialog}
      {edited !== undefined && (
        <Suspense>
          <LineDialog receipt={receipt} line={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const amount = (id: 'price' | 'total', label: string): Column<ReceiptLine> => ({
  id,
  label,
  align: 'right',
  value: (line) => Number(line[id]),
  text: (line) => showMoney(line[id]),
  exported: (line) => line[id],
})

const COLUMNS: Column<ReceiptLine>[] = [
  { id: 'product_name', label: 'Product name', value: ({ product_name }) => product_name || '–', wide: true },
  { id: 'line', label: 'Line', align: 'right', value: ({ line }) => line },
  { id: 'product', label: 'Product', value: ({ product }) => product },
  { id: 'item_code', label: 'Item code', value: ({ item_code }) => item_code },
  {
    id: 'quantity',
    label: 'Quantity',
    align: 'right',
    value: ({ quantity }) => Number(quantity),
    text: ({ quantity }) => quantity,
  },
  { id: 'unit_type', label: 'Unit type', value: ({ unit_type }) => unit_type },
  amount('price', 'Price'),
  amount('total', 'Total'),
]
