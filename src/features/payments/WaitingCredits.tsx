import { creditWithTax } from '#contract/invoices/credits.ts'
import type { WaitingCredit } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { Link } from '#src/kit/links/Link.tsx'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { to } from '#src/paths.ts'
import { takeBackCredit, WAITING_CREDITS } from '#src/queries/credits.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showMoney } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { showTime } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import type { Filter } from '#src/ui/table/Filters.tsx'
import { IconReceiptRefund } from '@tabler/icons-react'

const waitsFor = ({ is_bound, of_order }: WaitingCredit) =>
  is_bound ? `The next invoice of order ${of_order}` : 'The next invoice of the location'

/** Returns why a credit cannot be taken back (docs/decisions/0285); null where it can, also of a deleted order (0188). */
function whyItStays({ is_overpaid, is_order_gone, of_order }: WaitingCredit): string | null {
  if (!is_overpaid) return null
  return is_order_gone
    ? `It was paid too much, and order ${of_order} is deleted: it stays the location’s.`
    : `It was paid too much: it goes back with the payment of order ${of_order}.`
}

const columnsOf = (
  offline: string | false,
  takeBack: (credit: WaitingCredit) => void,
): Column<WaitingCredit>[] => [
  {
    id: 'customer',
    label: 'Customer',
    value: ({ location_name }) => location_name,
    cell: ({ company_location, location_name }) => (
      <Link to={to.customer(company_location)}>{location_name}</Link>
    ),
    wide: true,
  },
  {
    id: 'order',
    label: 'Order',
    value: ({ of_order }) => of_order,
    // A deleted order has no page.
    cell: ({ of_order, is_order_gone }) =>
      is_order_gone ? of_order : <Link to={to.order(of_order)}>{of_order}</Link>,
  },
  {
    id: 'amount',
    label: 'Amount',
    align: 'right',
    value: (credit) => cents(creditWithTax(credit)),
    text: (credit) => showMoney(creditWithTax(credit)),
    isMoney: true,
    exported: creditWithTax,
    foot: (credits) => showMoney(money(credits.reduce((all, one) => all + cents(creditWithTax(one)), 0n))),
  },
  { id: 'reason', label: 'Reason', value: ({ reason }) => reason, wide: true },
  { id: 'waits', label: 'Waits for', value: waitsFor },
  { id: 'by', label: 'By', value: ({ username }) => username },
  {
    id: 'since',
    label: 'Since',
    value: ({ created_date }) => created_date,
    text: ({ created_date }) => showTime(created_date),
    exported: ({ created_date }) => created_date,
  },
  controlColumn('act', 'Take back', (credit: WaitingCredit) => (
    <Button
      label={`Take back the credit ${credit.reason} of order ${credit.of_order}`}
      reason={whyItStays(credit) ?? offline}
      onClick={() => takeBack(credit)}
    >
      Take back
    </Button>
  )),
]

interface WaitingCreditsProps {
  filters: readonly Filter[]
  offline: string
}

/** Credits that are on no invoice yet, with the way back for one that was given by mistake. */
export function WaitingCredits({ filters, offline }: WaitingCreditsProps) {
  const credits = useRows(WAITING_CREDITS)
  const table = useTableProps()
  const back = useSave({
    call: async (client, { of_order, id }: WaitingCredit, key) =>
      void (await takeBackCredit(client, of_order, id, key)),
    invalidates: INVOICE_CHANGED,
    words: (credit) => ({
      title: `Take back the credit “${credit.reason}”?`,
      act: 'Take back',
      failed: 'The credit was not taken back',
      body: 'It no longer counts, not even a part that is on an invoice, which then comes to as much more. That it was given stays in the history.',
    }),
  })
  const columns = columnsOf(credits.needsServer && NEEDS_SERVER, back.ask)
  return (
    <>
      <DataTable
        label="Waiting credits"
        columns={columns}
        source={credits}
        filters={filters}
        {...table}
        offline={offline}
        empty={
          <EmptyState icon={<IconReceiptRefund size={40} />} title="No credit waits">
            What does not fit on an invoice, or comes after its payment, is listed here until the next one.
          </EmptyState>
        }
      />
      {back.dialog}
    </>
  )
}
