import { PageHead } from '#src/kit/PageHead.tsx'
import { useRows } from '#src/kit/use-rows.ts'
import { useTableProps } from '#src/kit/use-table-props.ts'
import type { OpenBalance } from '#contract/invoices/balances.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { IconScale } from '@tabler/icons-react'
import { BALANCE_COLUMNS } from './balance-columns.tsx'
import { BALANCES } from './queries.ts'
import classes from './payments.module.css'

const rowKey = ({ company_location }: OpenBalance) => String(company_location)

/** `/openBalances`: what each customer was invoiced, has paid, and owes. Online only. */
export function OpenBalancesScreen() {
  const balances = useRows(BALANCES)
  const table = useTableProps()
  return (
    <div className={classes.page}>
      <PageHead
        title="Open balances"
        note="Invoiced is what is paid, taken off for paying on time, pending and open. Overdue is open past the customer’s days."
      />
      <DataTable
        label="Open balances"
        columns={BALANCE_COLUMNS}
        source={balances}
        rowKey={rowKey}
        {...table}
        offline="What customers owe is read from the server. The list loads by itself when it is back."
        empty={
          <EmptyState icon={<IconScale size={40} />} title="No invoice has been made yet">
            A customer is listed from the first invoice on.
          </EmptyState>
        }
      />
    </div>
  )
}
