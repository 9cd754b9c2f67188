import type { InvoiceSummary } from '#contract/invoices/summary.ts'
import type { User } from '#contract/people/schema.ts'
import { OnlyFor } from '#src/kit/page/OnlyFor.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useGo } from '#src/kit/links/use-go.ts'
import { useServedPages } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural } from '#src/ui/format.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { useChoice } from '#src/ui/table/use-choice.ts'
import { IconFileInvoice } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { canPay, invoiceColumns } from './invoice-columns.tsx'
import classes from '#src/ui/page.module.css'
import { PayInTurn } from '../payment/index.ts'
import { summariesQuery } from './queries.ts'

interface InvoicesScreenProps {
  /** Kept in the address: all of them, or those that are not paid. */
  isAll: boolean
  onAll: (isAll: boolean) => void
}

const SHOWN = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All' },
]

/** `/invoices`: a customer's invoices, to read and to pay (docs/decisions/0269). Online only. */
export const InvoicesScreen = (props: InvoicesScreenProps) => (
  <OnlyFor
    right="invoices.own"
    title="Invoices"
    refusal="These are the invoices of a customer"
    instead="The office finds them on Open balances and on each order."
  >
    {(person) => <Invoices {...props} person={person} />}
  </OnlyFor>
)

function Invoices({ isAll, onAll, person }: InvoicesScreenProps & { person: User }) {
  // Only people who see payments see what is paid.
  const hasStates = person.can_see_payments_column
  const listsAll = isAll || !hasStates
  const invoices = useServedPages(summariesQuery(!listsAll), null)
  const table = useTableProps()
  const go = useGo()
  const barred = useCallback(
    (invoice: InvoiceSummary) => (canPay(person, invoice) ? null : 'It cannot be paid here now.'),
    [person],
  )
  const choice = useChoice(invoices.rows, { barred })
  /** The invoices that are paid one after the other. */
  const [paying, setPaying] = useState<readonly number[]>([])
  const columns = useMemo(() => invoiceColumns(person, ({ id }) => setPaying([id])), [person])
  const mayPay = invoices.rows.some((invoice) => canPay(person, invoice))
  return (
    <div className={classes.page}>
      <PageHead title="Invoices" />
      <DataTable
        label="Invoices"
        columns={columns}
        source={invoices}
        onRow={({ id }) => go(to.invoice(id))}
        {...table}
        filters={
          hasStates
            ? [
                {
                  id: 'open',
                  label: 'Invoices',
                  look: 'chips',
                  options: SHOWN,
                  value: isAll ? 'all' : 'open',
                  onValue: (value) => onAll(value === 'all'),
                },
              ]
            : []
        }
        choice={
          mayPay
            ? {
                ...choice,
                actions: (
                  <Button kind="main" onClick={() => setPaying(choice.chosen.map(({ id }) => id))}>
                    Pay {plural(choice.chosen.length, 'invoice')}
                  </Button>
                ),
              }
            : undefined
        }
        offline="Invoices are read from the server. The list loads by itself when it is back."
        empty={
          <EmptyState
            icon={<IconFileInvoice size={40} />}
            title={listsAll ? 'No invoice yet' : 'No invoice is open'}
          >
            {listsAll ? 'An order has its invoice after it was picked.' : 'Choose All to see what is paid.'}
          </EmptyState>
        }
      />
      <PayInTurn
        orders={paying}
        onNext={(rest) => {
          setPaying(rest)
          choice.reset()
        }}
      />
    </div>
  )
}
