import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import type { PricingWord } from '#contract/receipts/schema.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDay } from '#src/ui/format.ts'
import { UNSORTED, type Column, type TableState } from '#src/ui/table/column.ts'
import { sumColumn } from '#src/ui/table/sum-column.ts'
import { missingWords } from './missing-words.ts'
import { receiptsQuery, type ListedReceipt } from './queries.ts'

interface ReceiptListProps {
  pricing: PricingWord
  onChoose: (receipt: number) => void
}

/** The receipts by date, newest first, until one is chosen. */
export function ReceiptList({ pricing, onChoose }: ReceiptListProps) {
  const receipts = useRows(receiptsQuery(pricing))
  const table = useOwnTable(NEWEST_FIRST)
  return (
    <DataTable
      label="Receipts"
      columns={RECEIPT_COLUMNS}
      source={receipts}
      onRow={({ id }) => onChoose(id)}
      {...table}
      empty={<EmptyState title={`There are no receipts with ${pricing} prices.`} />}
    />
  )
}

const NEWEST_FIRST: TableState = { ...UNSORTED, sort: { column: 'date', descending: true } }

const stateOf = (receipt: ListedReceipt): string =>
  receipt.missing_lines === null ? '–' : (missingWords(receipt) ?? 'Complete')

const RECEIPT_COLUMNS: Column<ListedReceipt>[] = [
  {
    id: 'date',
    label: 'Date',
    value: ({ date }) => date,
    text: ({ date }) => showDay(date),
    exported: ({ date }) => date,
  },
  { id: 'description', label: 'Receipt', value: ({ description }) => description, wide: true },
  {
    id: 'from',
    label: 'From',
    value: ({ user_uploaded }) => (user_uploaded ? 'A file' : 'The supplier’s invoice'),
  },
  {
    id: 'state',
    label: 'State',
    badge: true,
    value: stateOf,
    cell: (receipt) =>
      receipt.missing_lines === null ? (
        '–'
      ) : (
        <Chip tone={receipt.missing_lines > 0 ? 'act' : 'ok'}>{stateOf(receipt)}</Chip>
      ),
  },
  sumColumn('total', 'Total'),
]
