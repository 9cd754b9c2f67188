import type { InvoiceSummary } from '#contract/invoices/summary.ts'
import { cents, money } from '#contract/money.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { setPaidExternally } from '#src/queries/paid-externally.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { PAID_TODAY, paidBody, PaidFields, type Paid } from '#src/kit/invoicing/PaidFields.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLongRun } from '#src/kit/long-run/use-long-run.tsx'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDollars } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import type { Filter } from '#src/ui/table/Filters.tsx'
import { useChoice } from '#src/ui/table/use-choice.ts'
import { IconScale } from '@tabler/icons-react'
import { useMemo, useRef, useState, type RefObject } from 'react'
import { openInvoiceColumns } from './balance-columns.tsx'
import classes from './payments.module.css'
import { OPEN_INVOICES } from './queries.ts'

/** An invoice that its customer begins to pay leaves the choice. */
const barred = ({ payment_in_progress }: InvoiceSummary) =>
  payment_in_progress ? 'An online payment is on its way.' : null

const linkTo = (id: string) => <Link to={to.invoice(Number(id))}>Invoice {id}</Link>
const howPaid = (work: readonly InvoiceSummary[], today: string, paid: RefObject<Paid>) => (
  <HowPaid
    work={work}
    today={today}
    onChange={(value) => {
      paid.current = value
    }}
  />
)

interface OpenInvoicesProps {
  filters: readonly Filter[]
  offline: string
}

/** Invoices that are not paid. Several are marked as paid with one note: a check often pays more than one. */
export function OpenInvoices({ filters, offline }: OpenInvoicesProps) {
  const { client, engine } = useSignedIn()
  const reachable = useServerReachable()
  const { today } = useToday(engine)
  const invoices = useRows(OPEN_INVOICES)
  const table = useTableProps()
  const columns = useMemo(() => openInvoiceColumns(today), [today])
  const choice = useChoice(invoices.rows, { barred })
  /** How they were paid, as the dialog has it, and then as the run has it that was confirmed there. */
  const paid = useRef(PAID_TODAY)
  const bodyOf = ({ due }: InvoiceSummary) => ({ ...paidBody(paid.current), due })
  const run = useLongRun<InvoiceSummary>({
    name: 'paid-externally',
    idOf: ({ id }) => id,
    callOf: (invoice) => JSON.stringify(bodyOf(invoice)),
    labelOf: linkTo,
    atOnce: 1,
    act: (invoice) => setPaidExternally(client, invoice.id, bodyOf(invoice)),
    words(work) {
      // The dialog asks again. While a run goes on, the dialog shows that run and asks nothing.
      paid.current = PAID_TODAY
      return {
        title: `Mark ${plural(work.length, 'invoice')} as paid?`,
        body: howPaid(work, today, paid),
        noun: 'invoice',
        done: `${plural(work.length, 'invoice')} marked as paid.`,
      }
    },
    failed: 'Not marked as paid',
    invalidates: INVOICE_CHANGED,
    onClose: (hasRun) => {
      if (hasRun) choice.reset()
    },
  })

  return (
    <>
      {run.note}
      <DataTable
        label="Open invoices"
        columns={columns}
        source={invoices}
        filters={filters}
        {...table}
        choice={{
          ...choice,
          actions: (
            <Button reason={!reachable && NEEDS_SERVER} onClick={() => run.ask(choice.chosen)}>
              Mark paid externally
            </Button>
          ),
        }}
        offline={offline}
        empty={
          <EmptyState icon={<IconScale size={40} />} title="Every invoice is paid">
            Invoices are listed here until they are paid.
          </EmptyState>
        }
      />
      {run.dialog}
    </>
  )
}

interface HowPaidProps {
  work: readonly InvoiceSummary[]
  today: string
  onChange: (value: Paid) => void
}

/** The sum to mark as paid, and the way of the payment. */
function HowPaid({ work, today, onChange }: HowPaidProps) {
  const [value, setValue] = useState(PAID_TODAY)
  const sum = money(work.reduce((all, { due }) => all + cents(due), 0n))
  return (
    <div className={classes.fields}>
      <p>
        All that is due of {work.length === 1 ? 'it' : 'them'}, {showDollars(sum)}, was paid.
      </p>
      <PaidFields
        value={value}
        today={today}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
    </div>
  )
}
