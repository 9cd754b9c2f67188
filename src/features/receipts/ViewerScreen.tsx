import type { PricingWord, Receipt, ReceiptLine } from '#contract/receipts/schema.ts'
import { errorText } from '#src/api/errors.ts'
import type { Client } from '#src/api/client.ts'
import type { User } from '#contract/people/schema.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDay, showMoney } from '#src/ui/format.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { Steps } from '#src/ui/Steps.tsx'
import { UNSORTED, type Column } from '#src/ui/table/column.ts'
import { allRows } from '#src/ui/table/source.ts'
import { useRead } from '#src/ui/use-read.ts'
import { NativeSelect } from '@mantine/core'
import { Suspense, useCallback, useState } from 'react'
import { fetchLines, fetchReceipts } from './calls.ts'
import { PricingSelect } from './ComparisonSettings.tsx'
import { FinishDialog, type ReceiptScreenProps } from './DifferenceScreen.tsx'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import classes from './receipts.module.css'

/** `/receiptDifference?action=viewer`: one receipt's lines (C092, C316, C365). */
export function ViewerScreen({ client, person, serverReachable, go, tabs }: ReceiptScreenProps) {
  const [pricing, setPricing] = useState<PricingWord>('shelf')
  const [chosen, setChosen] = useState<number | null>(null)
  const [isFinishing, setFinishing] = useState(false)
  const read = useCallback((signal: AbortSignal) => fetchReceipts(client, pricing, signal), [client, pricing])
  const { value: receipts, failure, busy, reload } = useRead(read, serverReachable)
  const receipt = receipts?.find(({ id }) => id === chosen) ?? null

  return (
    <ReceiptPage title="Receipt Viewer" tabs={tabs} serverReachable={serverReachable}>
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
            ...(receipts ?? []).map(({ id, description, date }) => ({
              value: String(id),
              label: `${showDay(date)} · ${description}`,
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
        <Lines
          key={receipt.id}
          client={client}
          person={person}
          serverReachable={serverReachable}
          receipt={receipt}
        />
      ) : (
        <EmptyState
          title={
            receipts?.length === 0 ? `There are no receipts with ${pricing} prices.` : 'No receipt is chosen'
          }
        >
          Choose a receipt to see its lines.
        </EmptyState>
      )}
      <StepButtons onFinish={() => setFinishing(true)} />
      <Suspense>{isFinishing && <FinishDialog go={go} onLeave={() => setFinishing(false)} />}</Suspense>
    </ReceiptPage>
  )
}

interface LinesProps {
  client: Client
  person: User | null
  serverReachable: boolean
  receipt: Receipt
}

function Lines({ client, person, serverReachable, receipt }: LinesProps) {
  const read = useCallback(
    (signal: AbortSignal) => fetchLines(client, receipt.id, signal),
    [client, receipt.id],
  )
  const { value: lines, failure, busy, reload } = useRead(read, serverReachable)
  const [table, setTable] = useState(UNSORTED)
  return (
    <>
      <p role="status">
        <b>{receipt.description}</b> of {showDay(receipt.date)}: ${showMoney(receipt.total)}
        {receipt.user_uploaded ? ', uploaded from a file' : ', converted from the supplier’s invoice'}
      </p>
      {failure !== null && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      <DataTable
        label="Receipt lines"
        columns={COLUMNS}
        source={allRows(lines, { isLoading: !lines && failure === null })}
        rowKey={({ id }) => id}
        person={person}
        state={table}
        onState={setTable}
        empty={<EmptyState title="The selected receipt does not have information saved in the system." />}
      />
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
