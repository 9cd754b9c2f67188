import type { PaymentDispute } from '#contract/invoices/payment.ts'
import { cents } from '#contract/money.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { toTable } from '#src/kit/list/table-search.ts'
import { showMoney } from '#src/ui/format.ts'
import { showDayAndTime } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { useState } from 'react'
import { companyColumn, orderColumn, providerColumn } from './payment-columns.tsx'
import { DISPUTES } from './queries.ts'

const inWords = (said: string) => said.replaceAll('_', ' ')

const COLUMNS: Column<PaymentDispute>[] = [
  orderColumn(),
  companyColumn(),
  {
    id: 'amount',
    label: 'Amount',
    align: 'right',
    value: ({ amount }) => cents(String(amount)),
    text: ({ amount }) => showMoney(String(amount)),
    exported: ({ amount }) => String(amount),
  },
  { id: 'status', label: 'Status', value: ({ status }) => inWords(status) },
  { id: 'reason', label: 'Reason', value: ({ reason }) => inWords(reason), wide: true },
  {
    id: 'due',
    label: 'Answer by',
    value: ({ due_date }) => due_date,
    text: ({ due_date }) => (due_date === null ? '' : showDayAndTime(due_date)),
    exported: ({ due_date }) => due_date ?? '',
  },
  providerColumn(),
]

/** Disputes of payments beside the held ones. Nothing where there is none; a list that could not be read says so. */
export function Disputes() {
  const { person } = useSignedIn()
  const disputes = useRows(DISPUTES)
  // The address keeps the state of the list of held payments.
  const [state, setState] = useState(() => toTable({}))
  if (disputes.rows.length === 0 && disputes.trouble === null) return null
  return (
    <section>
      <h2>Disputes</h2>
      <p>
        They are answered at the provider. A lost one leaves its invoice paid until the office opens that
        invoice again.
      </p>
      <DataTable
        label="Disputes"
        columns={COLUMNS}
        source={disputes}
        person={person}
        state={state}
        onState={setState}
        offline="Disputes are read from the server."
        empty={null}
      />
    </section>
  )
}
