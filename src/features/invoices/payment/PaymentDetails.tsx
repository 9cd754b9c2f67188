import type { ExternalWay, Payment, PaymentIntentFacts } from '#contract/invoices/payment.ts'
import { WAY_WORDS } from '#src/queries/paid-externally.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { showDay } from '#src/ui/format.ts'
import { showTime } from '#src/ui/show-time.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActWithNote } from './ActWithNote.tsx'
import { holdPayments, setNotPaidExternally } from './calls.ts'
import classes from './payment.module.css'
import { paymentDetails } from './queries.ts'
import { showAmount, showMoneyBack } from './words.ts'

interface PaymentDetailsProps {
  order: number
  isPaid: boolean
  offline: string | null
}

/** B093, B094, B117, B199: what came of paying this invoice, for the office. It is read when it is opened. */
export function PaymentDetailsPanel({ order, isPaid, offline }: PaymentDetailsProps) {
  const takeBack = useSave<Payment>({
    call: async (client, { part }) => void (await setNotPaidExternally(client, order, part ?? null)),
    invalidates: INVOICE_CHANGED,
    words: ({ payment_amount, note }) => ({
      title: 'Take this payment back?',
      act: 'Take it back',
      failed: 'It was not taken back',
      body: `${[showAmount(payment_amount), note].filter(Boolean).join(', ')} is due again. That it was entered stays in the payment details.`,
    }),
  })
  const reading = useServerQuery(paymentDetails(order))
  return (
    <section className={classes.details} aria-label="Payment details">
      <h2>Payment details</h2>
      <WhenRead reading={reading} waiting={<Skeleton height={120} radius="md" />}>
        {(payments) => (
          <>
            {payments.length === 0 && <p className={classes.quiet}>Nothing was paid online.</p>}
            {payments.map((payment, index) => (
              // Payments have no id on the wire, and their order does not change while they are shown.
              // oxlint-disable-next-line react/no-array-index-key
              <OnePayment key={index} payment={payment} offline={offline} onTakeBack={takeBack.ask} />
            ))}
            {!isPaid && payments.some(({ holdable }) => holdable) && (
              <ActWithNote
                act="Hold what was paid online"
                title={`Hold the online payments of invoice ${order}?`}
                body="They pay nothing until somebody applies or refunds them under Held payments."
                call={(client, note) => holdPayments(client, order, note)}
                offline={offline}
              />
            )}
          </>
        )}
      </WhenRead>
      {takeBack.dialog}
    </section>
  )
}

interface OnePaymentProps {
  payment: Payment
  offline: string | null
  onTakeBack: (payment: Payment) => void
}

function OnePayment({ payment, offline, onTakeBack }: OnePaymentProps) {
  return (
    <dl className={classes.facts}>
      <Fact label="Amount">{showAmount(payment.payment_amount)}</Fact>
      <Fact label="Status">{payment.status_label}</Fact>
      <Fact label="Error" isWide>
        {payment.error_message}
      </Fact>
      <Fact label="Note" isWide>
        {payment.note}
      </Fact>
      <Fact label="How">{payment.way && (WAY_WORDS[payment.way as ExternalWay] ?? payment.way)}</Fact>
      <Fact label="Day">{payment.day && showDay(payment.day)}</Fact>
      <Fact label="By">{payment.by}</Fact>
      <Fact label="Created">{payment.created_date && showTime(payment.created_date)}</Fact>
      <Fact label="Modified">{payment.modified_date && showTime(payment.modified_date)}</Fact>
      {payment.stripe_payment_intent && <Intent intent={payment.stripe_payment_intent} />}
      <Fact label="Correct">
        {payment.part && (
          <Button reason={offline} onClick={() => onTakeBack(payment)}>
            Take back
          </Button>
        )}
      </Fact>
    </dl>
  )
}

function Intent({ intent }: { intent: PaymentIntentFacts }) {
  const { payment_amount, net_amount, fees, payment_method_details, url, refunds, disputes } = intent
  return (
    <>
      <Fact label="Charged">{showAmount(payment_amount)}</Fact>
      {fees?.map(({ description, amount }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two fees may have one description
        <Fact key={index} label={description || 'Fee'}>
          {showAmount(amount)}
        </Fact>
      ))}
      <Fact label="Refunded">{showMoneyBack(refunds)}</Fact>
      <Fact label="Disputed">{showMoneyBack(disputes)}</Fact>
      <Fact label="Net">{showAmount(net_amount)}</Fact>
      {Object.entries(payment_method_details ?? {}).map(([name, value]) => (
        <Fact key={name} label={labelOf(name)}>
          {typeof value === 'string' ? value : value != null && JSON.stringify(value)}
        </Fact>
      ))}
      <Fact label="At the provider" isWide>
        {url && /^https?:\/\//.test(url) ? (
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        ) : (
          url
        )}
      </Fact>
    </>
  )
}

/** `exp_month` → `exp month`, `last4` → `last 4`. */
const labelOf = (name: string) =>
  name === 'type' ? 'Paid by' : name.replaceAll('_', ' ').replace(/(?<=[a-z])(?=\d)/, ' ')

/** A fact of a payment; a missing one is left out. */
function Fact({ label, children, isWide = false }: { label: string; children: ReactNode; isWide?: boolean }) {
  if (!children) return null
  return (
    <div data-wide={isWide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
