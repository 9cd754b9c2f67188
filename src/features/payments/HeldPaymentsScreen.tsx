import type { HeldPayment } from '#contract/invoices/payment.ts'
import { can } from '#contract/permissions.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { TestCardsNote } from '#src/kit/invoicing/TestCardsNote.tsx'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { snackbar } from '#src/ui/snackbar.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { IconCashBanknoteOff } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Disputes } from './Disputes.tsx'
import { heldColumns } from './held-columns.tsx'
import classes from './payments.module.css'
import { ProviderState } from './ProviderState.tsx'
import { decideHeld, HELD, type Decision, type HeldAct } from './queries.ts'

const HeldPaymentDialog = lazy(() => import('./HeldPaymentDialog.tsx'))

const DONE: Record<HeldAct, string> = {
  apply: 'The payment is applied.',
  refunded: 'The payment is no longer held.',
}

/** `/heldPayments`: money that arrived online and does not fit its invoice, or names none. The office decides. Online only. */
export function HeldPaymentsScreen() {
  const { person } = useSignedIn()
  const held = useRows(HELD)
  const table = useTableProps()
  const [asked, setAsked] = useState<{ payment: HeldPayment; act: HeldAct } | null>(null)
  const mayDecide = !held.needsServer && can(person, 'payments.manage')
  const columns = useMemo(
    () => heldColumns(mayDecide ? (payment, act) => setAsked({ payment, act }) : null),
    [mayDecide],
  )

  const decide = useCall({
    call: (client, decision: Decision) => decideHeld(client, decision),
    invalidates: INVOICE_CHANGED,
  })

  return (
    <div className={classes.page}>
      <PageHead
        title="Held payments"
        note="Money that arrived online and does not fit its invoice. It pays nothing until somebody decides."
      />
      <TestCardsNote />
      <ProviderState />
      <DataTable
        label="Held payments"
        columns={columns}
        source={held}
        {...table}
        offline="What is held is read from the server. The list loads by itself when it is back."
        empty={
          <EmptyState icon={<IconCashBanknoteOff size={40} />} title="No payment is held">
            Payments that match their invoices are applied by themselves.
          </EmptyState>
        }
      />
      <Disputes />
      <Suspense>
        {asked && (
          <HeldPaymentDialog
            {...asked}
            decide={decide}
            onDone={() => {
              snackbar(DONE[asked.act])
              setAsked(null)
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
