/** The columns of a customer's invoices. */
import { isPayer } from '#contract/invoices/payment.ts'
import type { InvoiceSummary } from '#contract/invoices/summary.ts'
import type { User } from '#contract/people/schema.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'
import { dayColumn } from '#src/ui/table/day-column.ts'
import { sumColumn } from '#src/ui/table/sum-column.ts'
import { invoiceStateOf } from './invoice-state.ts'

/** Whether this person pays this invoice here (B112–B116). */
export const canPay = (person: User, invoice: InvoiceSummary): boolean =>
  invoice.payable && !invoice.payment_in_progress && isPayer(person, invoice)

/** The state of an invoice shows to people who see payments (A250). */
export function invoiceColumns(
  person: User,
  onPay: (invoice: InvoiceSummary) => void,
): Column<InvoiceSummary>[] {
  const sees = person.can_see_payments_column
  return [
    {
      id: 'invoice',
      label: 'Invoice',
      value: ({ id }) => id,
      cell: ({ id }) => <Link to={to.invoice(id)}>{id}</Link>,
    },
    { id: 'company', label: 'Location', value: ({ company }) => company, wide: true },
    dayColumn('delivery_date', 'Delivered', ({ delivery_date }) => delivery_date),
    dayColumn('due_date', 'Due', ({ due_date }) => due_date),
    sumColumn('grand_total', 'Total'),
    ...(sees
      ? [
          sumColumn<'due', InvoiceSummary>('due', 'Open'),
          {
            id: 'state',
            label: 'State',
            badge: true as const,
            value: (invoice: InvoiceSummary) => invoiceStateOf(invoice).label,
            cell: (invoice: InvoiceSummary) => {
              const { tone, label } = invoiceStateOf(invoice)
              return <Chip tone={tone}>{label}</Chip>
            },
          },
        ]
      : []),
    controlColumn('pdf', 'PDF', ({ id }) => (
      <Link to={to.invoicePrint(id)} aria-label={`Print or save invoice ${id}`}>
        PDF
      </Link>
    )),
    ...(sees
      ? [
          controlColumn(
            'pay',
            'Pay',
            (invoice: InvoiceSummary) =>
              canPay(person, invoice) && (
                <Button label={`Pay invoice ${invoice.id}`} onClick={() => onPay(invoice)}>
                  Pay
                </Button>
              ),
          ),
        ]
      : []),
  ]
}
