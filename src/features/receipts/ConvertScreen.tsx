import type { SupplierInvoice } from '#contract/receipts/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay, showMoney } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { Steps } from '#src/ui/Steps.tsx'
import { UNSORTED, type Column } from '#src/ui/table/column.ts'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { allRows } from '#src/ui/table/source.ts'
import { useRead } from '#src/ui/use-read.ts'
import { TextInput } from '@mantine/core'
import { lazy, Suspense, useCallback, useState } from 'react'
import { convertInvoices, fetchInvoices } from './calls.ts'
import type { ReceiptScreenProps } from './DifferenceScreen.tsx'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import { toggled } from './result-view.ts'
import classes from './receipts.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

const keyOf = ({ purchaseDate, branch, receiptNumber }: SupplierInvoice) =>
  [purchaseDate, branch, receiptNumber].join(' ')

/** `/receiptDifference?action=convert`: the supplier's invoices made into receipts (C092, C170, C322, C323). */
export function ConvertScreen(props: ReceiptScreenProps & { newId: () => string }) {
  const { client, person, serverReachable, go, tabs, tomorrow, newId } = props
  const [days, setDays] = useState({ start: tomorrow, end: tomorrow })
  const read = useCallback((signal: AbortSignal) => fetchInvoices(client, days, signal), [client, days])
  const { value: invoices, failure, busy, reload } = useRead(read, serverReachable)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [isAsking, setAsking] = useState(false)
  const [table, setTable] = useState(UNSORTED)
  const callKey = useCallKey(newId)
  const chosen = (invoices ?? []).filter((one) => ticked.has(keyOf(one)) && !one.converted)
  const columns = columnsOf({
    ticked,
    names,
    onTick: (key) => setTicked(toggled(ticked, key)),
    onName: (key, name) => setNames(new Map(names).set(key, name)),
  })

  async function convert() {
    const body = chosen.map((one) => ({
      purchaseDate: one.purchaseDate,
      branch: one.branch,
      receiptNumber: one.receiptNumber,
      description: names.get(keyOf(one))?.trim() || one.receiptNumber,
    }))
    await convertInvoices(client, body, callKey(body))
  }

  return (
    <ReceiptPage title="Receipt API" tabs={tabs} serverReachable={serverReachable}>
      <Steps label="Converting receipts" steps={['Receipt API']} current={0} />
      <div className={classes.fields}>
        <DaysInputs days={days} onDays={setDays} />
      </div>
      {failure !== null && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      <DataTable
        label="Supplier invoices"
        columns={columns}
        source={allRows(invoices, { isLoading: !invoices && failure === null && serverReachable })}
        rowKey={keyOf}
        person={person}
        state={table}
        onState={setTable}
        empty={
          failure === null && (
            <EmptyState title="There are no receipts to convert yet.">
              Choose the days on which something was bought.
            </EmptyState>
          )
        }
      />
      <StepButtons
        onFinish={() => setAsking(true)}
        finishReason={
          (!serverReachable && NEEDS_SERVER) || (chosen.length === 0 && 'Select receipts to convert.')
        }
      />
      <Suspense>
        {isAsking && (
          <SaveDialog
            title={`Are you sure you want to convert ${plural(chosen.length, 'receipt')}`}
            save={convert}
            saving="Converting the receipts …"
            saved="The receipts have been converted."
            failed="There was an error while converting the receipts"
            explain={wholeText}
            onBack={() => {
              setAsking(false)
              reload()
            }}
            onSaved={() => go(to.orders())}
          />
        )}
      </Suspense>
    </ReceiptPage>
  )
}

interface Columns {
  ticked: ReadonlySet<string>
  names: ReadonlyMap<string, string>
  onTick: (key: string) => void
  onName: (key: string, name: string) => void
}

const columnsOf = ({ ticked, names, onTick, onName }: Columns): Column<SupplierInvoice>[] => [
  { id: 'number', label: 'Receipt number', value: ({ receiptNumber }) => receiptNumber },
  {
    id: 'select',
    label: 'Select',
    value: (one) => (ticked.has(keyOf(one)) ? 'yes' : ''),
    cell: (one) => (
      <label className={classes.tick}>
        <input
          type="checkbox"
          aria-label={`Select ${one.receiptNumber}`}
          disabled={one.converted}
          checked={ticked.has(keyOf(one)) && !one.converted}
          onChange={() => onTick(keyOf(one))}
        />
      </label>
    ),
  },
  {
    id: 'sales',
    label: 'Sales',
    align: 'right',
    value: ({ sales }) => Number(sales),
    text: ({ sales }) => showMoney(sales),
    exported: ({ sales }) => sales,
  },
  {
    id: 'date',
    label: 'Purchase date',
    value: ({ purchaseDate }) => purchaseDate,
    text: ({ purchaseDate }) => showDay(purchaseDate),
  },
  { id: 'branch', label: 'Branch', value: ({ branch }) => branch },
  {
    id: 'converted',
    label: 'Converted',
    value: ({ converted }) => (converted ? 'Converted' : 'Not converted'),
    cell: ({ converted }) => (
      <Chip tone={converted ? 'ok' : 'plain'}>{converted ? 'Converted' : 'Not converted'}</Chip>
    ),
  },
  {
    id: 'name',
    label: 'Custom name',
    value: (one) => names.get(keyOf(one)) ?? one.description,
    cell: (one) =>
      one.converted ? (
        one.description
      ) : (
        <TextInput
          className={classes.cell}
          aria-label={`Name of ${one.receiptNumber}`}
          placeholder={one.receiptNumber}
          maxLength={200}
          autoComplete="off"
          value={names.get(keyOf(one)) ?? ''}
          onChange={({ currentTarget }) => onName(keyOf(one), currentTarget.value)}
        />
      ),
  },
]
