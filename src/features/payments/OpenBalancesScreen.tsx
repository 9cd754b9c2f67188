import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { useToday } from '#src/kit/use-today.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import type { Filter } from '#src/ui/table/Filters.tsx'
import { IconScale } from '@tabler/icons-react'
import { useMemo } from 'react'
import { balanceColumns } from './balance-columns.tsx'
import { OpenInvoices } from './OpenInvoices.tsx'
import { BALANCES } from './queries.ts'
import classes from './payments.module.css'
import { WaitingCredits } from './WaitingCredits.tsx'

const OFFLINE = 'What customers owe is read from the server. The list loads by itself when it is back.'

/** The lists of the screen, with what each holds. */
const LISTS = {
  customer: {
    label: 'By customer',
    note: 'Invoiced is what is paid, taken off for paying on time, pending and open. Overdue is open past the customer’s days.',
    List: Balances,
  },
  invoice: {
    label: 'By invoice',
    note: 'Invoices that are not paid, oldest due first.',
    List: OpenInvoices,
  },
  credits: {
    label: 'Waiting credits',
    note: 'Credits that are on no invoice yet. The next invoice of the location takes them, or that of their order where it is unlocked.',
    List: WaitingCredits,
  },
}
type OpenBalancesList = keyof typeof LISTS

interface OpenBalancesScreenProps {
  by: OpenBalancesList
  onBy: (by: OpenBalancesList) => void
}

/** `/openBalances`: what each customer was invoiced, has paid, and owes. Online only. */
export function OpenBalancesScreen({ by, onBy }: OpenBalancesScreenProps) {
  const filters: Filter[] = [
    {
      id: 'by',
      label: 'List',
      look: 'chips',
      options: Object.entries(LISTS).map(([value, { label }]) => ({ value, label })),
      value: by,
      onValue: (value) => onBy(value as OpenBalancesList),
    },
  ]
  const { note, List } = LISTS[by]
  return (
    <div className={classes.page}>
      <PageHead title="Open balances" note={note} />
      <List filters={filters} offline={OFFLINE} />
    </div>
  )
}

function Balances({ filters, offline }: { filters: readonly Filter[]; offline: string }) {
  const balances = useRows(BALANCES)
  const table = useTableProps()
  const { today } = useToday(useSignedIn().engine)
  const columns = useMemo(() => balanceColumns(today), [today])
  return (
    <DataTable
      label="Open balances"
      columns={columns}
      source={balances}
      filters={filters}
      {...table}
      offline={offline}
      empty={
        <EmptyState icon={<IconScale size={40} />} title="No invoice has been made yet">
          A customer is listed from the first invoice on.
        </EmptyState>
      }
    />
  )
}
