import type { Invoice } from '#contract/invoices/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { FigureList } from '#src/ui/Figures.tsx'
import { showDay, showDollars } from '#src/ui/format.ts'
import classes from '../invoice.module.css'
import { invoiceStateOf } from '../list/index.ts'

/** The invoice's total and its paid part, in large figures. Its state shows to people who may see payments (A250). */
export function InvoiceFigures({ invoice, person }: { invoice: Invoice; person: User }) {
  const { grand_total, due, due_date, kept } = invoice
  const sees = person.can_see_payments_column || can(person, 'payments.manage')
  const state = invoiceStateOf(invoice)
  const isPaid = invoice.paid_status === 'p' || invoice.paid_status === 'pe'
  return (
    <div className={classes.figures}>
      <FigureList
        label="The invoice at a glance"
        facts={[
          { label: 'Total', value: showDollars(grand_total) },
          sees &&
            due != null && {
              label: due_date ? `Due by ${showDay(due_date)}` : 'Due',
              value: showDollars(due),
            },
          sees && kept != null && { label: 'Paid to date', value: showDollars(kept) },
          // A paid invoice has its badge.
          sees && !isPaid && { label: 'State', value: <Chip tone={state.tone}>{state.label}</Chip> },
        ]}
      />
    </div>
  )
}
