import type { PaymentState } from '#contract/invoices/payment.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip, type Tone } from '#src/ui/Chip.tsx'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { cancelPayment } from './calls.ts'
import classes from './payment.module.css'

interface Said {
  tone: Tone
  label: string
  /** Customers do not see it; they learn of it when they pay. */
  isForStaff?: true
}
const SAID: Partial<Record<PaymentState, Said>> = {
  verification: { tone: 'info', label: 'Pending verification' },
  held: { tone: 'act', label: 'Payment is being checked' },
  failed: { tone: 'warn', label: 'Last payment failed', isForStaff: true },
  returned: { tone: 'act', label: 'Payment was returned', isForStaff: true },
}
const IN_PROGRESS: Said = { tone: 'info', label: 'Payment in progress' }

interface PaymentNoteProps {
  invoice: Invoice
  isStaff: boolean
}

/**
 * Readings, "Paying": shows, beside the switch, the state of a payment that has not simply paid the invoice, and its
 * reason. The payment details are not read while the invoice is open (B117).
 */
export function PaymentStateNote({ invoice, isStaff }: PaymentNoteProps) {
  const { order_id, payment_state, payment_error, payment_in_progress } = invoice
  const cancel = useSave({
    call: async (client) => void (await cancelPayment(client, order_id)),
    invalidates: INVOICE_CHANGED,
    words: () => ({
      title: `Cancel the payment of invoice ${order_id}?`,
      act: 'Cancel the payment',
      leave: 'Keep it',
      failed: 'The payment was not canceled',
      body: 'The customer has named a bank account, and the payment begins once they have verified it, which takes a day or two. Canceled, they have to start again.',
    }),
  })
  const said = SAID[payment_state] ?? (payment_in_progress ? IN_PROGRESS : null)
  if (!said || (said.isForStaff && !isStaff)) return null
  return (
    <>
      <Chip tone={said.tone}>{said.label}</Chip>
      {payment_error && <span className={classes.quiet}>{payment_error}</span>}
      {isStaff && payment_state === 'held' && <Link to={to.heldPayments()}>Held payments</Link>}
      {isStaff && payment_state === 'verification' && (
        <Button onClick={() => cancel.ask()}>Cancel this payment</Button>
      )}
      {cancel.dialog}
    </>
  )
}
