import { addDays, type Days } from '#contract/day.ts'
import { RECONCILED_DAYS_MAX, type ReconciliationRow } from '#contract/invoices/reconciliation.ts'
import { cents } from '#contract/money.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { TestCardsNote } from '#src/kit/invoicing/TestCardsNote.tsx'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { useToday } from '#src/kit/use-today.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { showDay, showMoney } from '#src/ui/format.ts'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { IconScale } from '@tabler/icons-react'
import { useState } from 'react'
import { sumColumn } from '#src/ui/table/sum-column.ts'
import classes from './payments.module.css'
import { ProviderState } from './ProviderState.tsx'
import { reconciliationOf } from './queries.ts'

const COLUMNS: Column<ReconciliationRow>[] = [
  {
    id: 'day',
    label: 'Day',
    value: ({ day }) => day,
    text: ({ day }) => showDay(day),
    exported: ({ day }) => day,
  },
  {
    id: 'payout',
    label: 'Payout',
    value: ({ arrives, payout }) => arrives ?? payout,
    text: ({ payout, arrives }) =>
      payout === null ? 'Not paid out yet' : arrives === null ? payout : `At the bank ${showDay(arrives)}`,
    exported: ({ payout }) => payout ?? '',
    wide: true,
  },
  sumColumn('payments', 'Payments'),
  sumColumn('refunds', 'Refunds'),
  sumColumn('disputes', 'Disputes'),
  sumColumn('fees', 'Fees'),
  sumColumn('net', 'Net'),
  sumColumn('shown', 'Shown as paid'),
  sumColumn('difference', 'Difference', {
    cell: ({ difference }) =>
      cents(difference) === 0n ? '–' : <strong className={classes.wrong}>{showMoney(difference)}</strong>,
  }),
]
/** Days that are on show at first. */
const DAYS_AT_FIRST = 7

const wrongWith = ({ start, end }: Days): string | null =>
  end > addDays(start, RECONCILED_DAYS_MAX - 1) ? `No more than ${RECONCILED_DAYS_MAX} days, please.` : null

/** `/reconciliation`: what Stripe moved by day and payout, against what is shown as paid. Online only. */
export function ReconciliationScreen() {
  const { engine } = useSignedIn()
  const { today } = useToday(engine)
  const first = { start: addDays(today, 1 - DAYS_AT_FIRST), end: today }
  const [picked, setPicked] = useState<Days | null>(null)
  // The last days that can be asked about: they stay on show while others are typed.
  const [asked, setAsked] = useState<Days | null>(null)
  const days = picked ?? first
  const rows = useRows(reconciliationOf(asked ?? first))
  const table = useTableProps()
  function pick(next: Days): void {
    setPicked(next)
    if (wrongWith(next) === null) setAsked(next)
  }
  return (
    <div className={classes.page}>
      <PageHead
        title="Reconciliation"
        note="What Stripe moved, by day and payout, against what Larder shows as paid. A difference is money that one of them does not know."
      />
      <TestCardsNote />
      <ProviderState />
      <div className={classes.acts}>
        <DaysInputs days={days} onDays={pick} />
      </div>
      <ErrorNote>{wrongWith(days)}</ErrorNote>
      <DataTable
        label="Reconciliation"
        columns={COLUMNS}
        source={rows}
        {...table}
        offline="What Stripe moved is read from the server. The list loads by itself when it is back."
        empty={
          <EmptyState icon={<IconScale size={40} />} title="Nothing was moved on these days">
            Payments are listed on the day on which Stripe has them.
          </EmptyState>
        }
      />
    </div>
  )
}
