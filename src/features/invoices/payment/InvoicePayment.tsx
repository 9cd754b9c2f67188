import { isPayer } from '#contract/invoices/payment.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { cents } from '#contract/money.ts'
import { can } from '#contract/permissions.ts'
import { TestCardsNote } from '#src/kit/invoicing/TestCardsNote.tsx'
import { useCall } from '#src/kit/form/use-save.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Button } from '#src/ui/Button.tsx'
import { showMoney } from '#src/ui/format.ts'
import { IconCreditCard, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { refreshPayment } from './calls.ts'
import { ExternalPaymentAct } from './ExternalPayment.tsx'
import { OpenAgain } from './OpenAgain.tsx'
import classes from './payment.module.css'
import { PaymentDetailsPanel } from './PaymentDetails.tsx'
import { PaymentStateNote } from './PaymentNote.tsx'
import { ReadySwitch } from './ReadySwitch.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'

const PayDialog = lazy(() => import('./PayDialog.tsx'))

export interface InvoicePaymentProps {
  /** The server's last answer. */
  invoice: Invoice
  /** When it was read, in ms. */
  readAt: number
  /** The person who views the page. */
  person: User
  /** The query of the page's address. The provider returns with `redirect_status` in it (B110). */
  search: { redirect_status?: unknown }
  /** Why paying is not possible now; null while the server is in reach. */
  offline: string | null
}

/**
 * All of paying on the invoice page: the Paid badge or the staff's switch, Pay Now for the customer, and the payment
 * details for the staff. Place it once, in the page's width, below its buttons. It draws nothing for a person without
 * any of these.
 */
export function InvoicePayment({ invoice, readAt, person, search, offline }: InvoicePaymentProps) {
  const [isPaying, setPaying] = useState(false)
  const { order_id: order, paid_status, payment_in_progress, payment_state } = invoice
  const isStaff = can(person, 'payments.manage')
  const isBack = search.redirect_status !== undefined
  const isPaid =
    paid_status === 'p' ||
    paid_status === 'pe' ||
    // A payment that the server knows as pending or failed is not paid.
    (search.redirect_status === 'succeeded' && (payment_state === '' || payment_state === 'paid'))
  const mayPay = invoice.payable && isPayer(person, invoice) && !isPaid && !payment_in_progress
  const isPaidInPart = !isPaid && cents(invoice.kept ?? '0') > 0n
  const hasDetails = (paid_status !== '' && paid_status !== 'r') || payment_in_progress || isPaidInPart
  const refresh = useRefresh(order, isBack && isPayer(person, invoice))
  const paid = () => {
    setPaying(false)
    refresh()
  }

  return (
    <div className={classes.payment}>
      <TestCardsNote />
      <div className={classes.bar}>
        {isPaid && <PaidBadge />}
        <PaymentStateNote invoice={invoice} isStaff={isStaff} />
        {isPaidInPart && (
          <span>
            {showMoney(invoice.kept)} paid, {showMoney(invoice.due)} due
          </span>
        )}
        {!isPaid && isStaff && (
          <ReadySwitch key={order} invoice={invoice} readAt={readAt} offline={offline} />
        )}
        {isStaff && isPaid && <OpenAgain invoice={invoice} offline={offline} />}
        {isStaff && (isPaid ? paid_status === 'pe' : !payment_in_progress) && (
          <ExternalPaymentAct invoice={invoice} offline={offline} />
        )}
        {mayPay && (
          <Button
            kind="main"
            icon={<IconCreditCard size={22} aria-hidden />}
            reason={offline}
            onClick={() => setPaying(true)}
          >
            Pay Now
          </Button>
        )}
      </div>
      {mayPay && search.redirect_status === 'failed' && (
        <ErrorNote>The payment did not go through. Please try again.</ErrorNote>
      )}
      {isStaff && hasDetails && <PaymentDetailsPanel order={order} isPaid={isPaid} offline={offline} />}
      <Suspense>
        {isPaying && mayPay && <PayDialog order={order} onPaid={paid} onClose={() => setPaying(false)} />}
      </Suspense>
    </div>
  )
}

/**
 * Has the server ask the provider for the payment's state, because the provider's event may come after the page is
 * read, and reads the invoice again. It does so when it is called, and once when the payer is back from the provider.
 * Without an answer the known state stays until the provider sends its event to the server.
 */
function useRefresh(order: number, isBack: boolean): () => void {
  const call = useCall({
    call: (client) => refreshPayment(client, order),
    invalidates: INVOICE_CHANGED,
  })
  const refresh = () => void call().catch(() => undefined)
  const onReturn = useEffectEvent(refresh)
  useEffect(() => {
    if (isBack) onReturn()
  }, [isBack])
  return refresh
}

/** B109, B110: green, and with the word. */
const PaidBadge = () => (
  <Chip tone="ok" icon={<IconCheck aria-hidden />}>
    Paid
  </Chip>
)
