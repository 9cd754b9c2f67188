import type { Invoice } from '#contract/invoices/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { showDay, showMoney } from '#src/ui/format.ts'
import classes from './invoice.module.css'
import { stateOf } from './list/invoice-state.ts'

/** What an invoice comes to, and how far it is paid, in large figures. How it stands is for those who may see payments (A250). */
export function InvoiceFigures({ invoice, person }: { invoice: Invoice; person: User }) {
  const { grand_total, due, due_date, kept } = invoice
  const sees = person.can_see_payments_column || can(person, 'payments.manage')
  const state = stateOf(invoice)
  const isPaid = invoice.paid_status === 'p' || invoice.paid_status === 'pe'
  return (
    <dl className={classes.figures} aria-label="The invoice at a glance">
      <div>
        <dt>Total</dt>
        <dd>${showMoney(grand_total)}</dd>
      </div>
      {sees && due != null && (
        <div>
          <dt>{due_date ? `Due by ${showDay(due_date)}` : 'Due'}</dt>
          <dd>${showMoney(due)}</dd>
        </div>
      )}
      {sees && kept != null && (
        <div>
          <dt>Paid to date</dt>
          <dd>${showMoney(kept)}</dd>
        </div>
      )}
      {/* A paid one has its badge (B109). */}
      {sees && !isPaid && (
        <div>
          <dt>State</dt>
          <dd>
            <Chip tone={state.tone}>{state.label}</Chip>
          </dd>
        </div>
      )}
    </dl>
  )
}
