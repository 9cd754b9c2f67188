import type { PricingWord, Receipt, ReceiptLine } from '#contract/receipts/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDay, showDollars, showMoney } from '#src/ui/format.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { Steps } from '#src/ui/Steps.tsx'
import { UNSORTED, type Column, type TableState } from '#src/ui/table/column.ts'
import { sumColumn } from '#src/ui/table/sum-column.ts'
import { NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { PricingSelect } from './ComparisonSettings.tsx'
import { useFinish } from './DifferenceScreen.tsx'
import { missingWords } from './missing-words.ts'
import { RECEIPTS_CHANGED, receiptLinesQuery, receiptsQuery } from './queries.ts'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import classes from './receipts.module.css'

const LineDialog = lazy(() => import('./LineDialog.tsx'))

/** `/receiptDifference?action=viewer`: one receipt's lines (C092, C316, C365). */
export function ViewerScreen({ tabs }: { tabs: ReactNode }) {
  const [pricing, setPricing] = useState<PricingWord>('shelf')
  const [chosen, setChosen] = useState<number | null>(null)
  const finish = useFinish()
  const { value: receipts, failure, busy, reload } = useServerQuery(receiptsQuery(pricing))
  const receipt = receipts?.find(({ id }) => id === chosen) ?? null

  return (
    <ReceiptPage title="Receipt Viewer" tabs={tabs}>
      <Steps label="Viewing a receipt" steps={['Receipt Viewer']} current={0} />
      <div className={classes.fields}>
        <PricingSelect
          value={pricing}
          onChange={(word) => {
            setPricing(word)
            setChosen(null)
          }}
        />
        <NativeSelect
          label="Receipt"
          size="md"
          value={receipt?.id ?? ''}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value) || null)}
          data={[
            { value: '', label: 'Choose a receipt' },
            ...(receipts ?? []).map(({ id, description, date, missing_lines }) => ({
              value: String(id),
              label: [showDay(date), description, missing_lines > 0 && 'short'].filter(Boolean).join(' · '),
            })),
          ]}
        />
      </div>
      {failure !== null && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      {receipt ? (
        <Lines key={receipt.id} receipt={receipt} onDeleted={() => setChosen(null)} />
      ) : (
        <Receipts key={pricing} pricing={pricing} onChoose={setChosen} />
      )}
      <StepButtons onFinish={finish.ask} />
      {finish.dialog}
    </ReceiptPage>
  )
}

interface ReceiptsProps {
  pricing: PricingWord
  onChoose: (receipt: number) => void
}

/** The receipts by date, newest first, until one is chosen. */
function Receipts({ pricing, onChoose }: ReceiptsProps) {
  const { person } = useSignedIn()
  const receipts = useRows(receiptsQuery(pricing))
  const [table, setTable] = useState(NEWEST_FIRST)
  return (
    <DataTable
      label="Receipts"
      columns={RECEIPT_COLUMNS}
      source={receipts}
      onRow={({ id }) => onChoose(id)}
      person={person}
      state={table}
      onState={setTable}
      empty={<EmptyState title={`There are no receipts with ${pricing} prices.`} />}
    />
  )
}

interface LinesProps {
  receipt: Receipt
  onDeleted: () => void
}

function Lines({ receipt, onDeleted }: LinesProps) {
  const { person } = useSignedIn()
  const lines = useRows(receiptLinesQuery(receipt.id))
  const [table, setTable] = useState(UNSORTED)
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
        {receipt.missing_lines > 0 && <Chip tone="act">{missingWords(receipt)}</Chip>}
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
        person={person}
        state={table}
        onState={setTable}
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

const NEWEST_FIRST: TableState = { ...UNSORTED, sort: { column: 'date', descending: true } }

const RECEIPT_COLUMNS: Column<Receipt>[] = [
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
    value: (receipt) => (receipt.missing_lines > 0 ? missingWords(receipt) : 'Complete'),
    cell: (receipt) => (
      <Chip tone={receipt.missing_lines > 0 ? 'act' : 'ok'}>
        {receipt.missing_lines > 0 ? missingWords(receipt) : 'Complete'}
      </Chip>
    ),
  },
  sumColumn('total', 'Total'),
]

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
