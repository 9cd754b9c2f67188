import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import type { ConvertInvoice } from '#contract/receipts/schema.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useDays } from '#src/kit/list/use-days.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural } from '#src/ui/format.ts'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Steps } from '#src/ui/Steps.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { type ReactNode } from 'react'
import { convertInvoices, RECEIPTS_CHANGED, supplierInvoiceKey, supplierInvoicesQuery } from './queries.ts'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import classes from './receipts.module.css'
import { supplierInvoiceColumns } from './supplier-invoice-columns.tsx'
import { useConversionChoice } from './use-conversion-choice.ts'

/** `/receiptDifference?action=convert`: the supplier's invoices made into receipts (C092, C170, C322, C323). */
export function ConvertScreen({ tabs }: { tabs: ReactNode }) {
  const { engine } = useSignedIn()
  const go = useGo()
  const [days, pickDays, newDay] = useDays(useToday(engine).tomorrow)
  const invoices = useRows(supplierInvoicesQuery(days))
  const choice = useConversionChoice(engine.user.id)
  const { ticked, names } = choice
  const table = useOwnTable()
  const chosen = invoices.rows.filter((one) => ticked.has(supplierInvoiceKey(one)) && !one.converted)
  const columns = supplierInvoiceColumns({
    ticked,
    names,
    onTick: choice.tick,
    onName: choice.name,
  })

  const { ask, dialog } = useSave({
    async call(client, body: ConvertInvoice[], key) {
      await convertInvoices(client, body, key)
      choice.forget()
    },
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
        {...table}
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
