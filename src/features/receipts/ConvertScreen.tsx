import type { ConvertInvoice, SupplierInvoice } from '#contract/receipts/schema.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useDays } from '#src/kit/list/use-days.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay, showMoney } from '#src/ui/format.ts'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Steps } from '#src/ui/Steps.tsx'
import { UNSORTED, type Column } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { convertInvoices, RECEIPTS_CHANGED, supplierInvoiceKey, supplierInvoicesQuery } from './queries.ts'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import { toggled } from './result-view.ts'
import classes from './receipts.module.css'

/** `/receiptDifference?action=convert`: the supplier's invoices made into receipts (C092, C170, C322, C323). */
export function ConvertScreen({ tabs }: { tabs: ReactNode }) {
  const { engine, person } = useSignedIn()
  const go = useGo()
  const [days, pickDays, newDay] = useDays(useToday(engine).tomorrow)
  const invoices = useRows(supplierInvoicesQuery(days))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [table, setTable] = useState(UNSORTED)
  const chosen = invoices.rows.filter((one) => ticked.has(supplierInvoiceKey(one)) && !one.converted)
  const columns = columnsOf({
    ticked,
    names,
    onTick: (key) => setTicked(toggled(ticked, key)),
    onName: (key, name) => setNames(new Map(names).set(key, name)),
  })

  const { ask, dialog } = useSave({
    call: (client, body: ConvertInvoice[], key) => convertInvoices(client, body, key),
    invalidates: RECEIPTS_CHANGED,
    leaves: true,
    words: (body) => ({
      title: `Are you sure you want to convert ${plural(body.length, 'receipt')}`,
      saving: 'Converting the receipts …',
      saved: 'The receipts have been converted.',
      failed: 'There was an error while converting the receipts',
    }),
    explain: wholeText,
    onDone: () => go(to.orders()),
  })
  const convert = () =>
    ask(
      chosen.map((one) => ({
        purchaseDate: one.purchaseDate,
        branch: one.branch,
        receiptNumber: one.receiptNumber,
        description: names.get(supplierInvoiceKey(one))?.trim() || one.receiptNumber,
      })),
    )

  return (
    <ReceiptPage title="Receipt API" tabs={tabs}>
      <Steps label="Converting receipts" steps={['Receipt API']} current={0} />
      <div className={classes.fields}>
        <DaysInputs days={days} onDays={pickDays} />
        {newDay}
      </div>
      <DataTable
        label="Supplier invoices"
        columns={columns}
        source={invoices}
        person={person}
        state={table}
        onState={setTable}
        empty={
          <EmptyState title="There are no receipts to convert yet.">
            Choose the days on which something was bought.
          </EmptyState>
        }
      />
      <StepButtons
        onFinish={convert}
        finishReason={
          (invoices.needsServer && NEEDS_SERVER) || (chosen.length === 0 && 'Select receipts to convert.')
        }
      />
      {dialog}
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
    value: (one) => (ticked.has(supplierInvoiceKey(one)) ? 'yes' : ''),
    cell: (one) => (
      <label className={classes.tick}>
        <input
          type="checkbox"
          aria-label={`Select ${one.receiptNumber}`}
          disabled={one.converted}
          checked={ticked.has(supplierInvoiceKey(one)) && !one.converted}
          onChange={() => onTick(supplierInvoiceKey(one))}
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
    value: (one) => names.get(supplierInvoiceKey(one)) ?? one.description,
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
          value={names.get(supplierInvoiceKey(one)) ?? ''}
          onChange={({ currentTarget }) => onName(supplierInvoiceKey(one), currentTarget.value)}
        />
      ),
  },
]
