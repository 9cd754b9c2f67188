import {
  CARD_FEE,
  offered,
  type PaymentMethod,
  type PaymentStart,
  type PaymentSummary,
} from '#contract/invoices/payment.ts'
import { errorText } from '#src/api/errors.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { Address } from '#src/paths.ts'
import { FloorButtons, Modal } from '#src/ui/Modal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { startPayment, takeFeeOff } from './calls.ts'
import classes from './payment.module.css'
import { ProviderForm } from './ProviderForm.tsx'
import { paymentPreview } from './queries.ts'
import { Summary } from './Summary.tsx'
import { METHODS, summaryOfStart } from './words.ts'

interface PayDialogProps {
  order: number
  /** How many invoices are paid after this one. */
  after?: number
  /** The page to which the provider leads a payer back; the page itself where it is missing. */
  returnsTo?: Address
  /** The provider is done with it. */
  onPaid: () => void
  onClose: () => void
}

/** B118: what it would cost, by which method, and then the provider's own form. Nothing begins before a method is chosen. */
export default function PayDialog({ order, after = 0, returnsTo, onPaid, onClose }: PayDialogProps) {
  const { value, failure, busy, reload } = useServerQuery(paymentPreview(order))
  const payment = usePayment(order)
  const { started, withoutFee, starting, problem } = payment
  const [chosen, setChosen] = useState<PaymentMethod | null>(null)
  const [confirming, setConfirming] = useState(false)
  const options = value ? offered(value.preview) : []
  const method = chosen ?? (options.length === 1 ? options[0]! : null)
  const key = value?.publishableKey
  const summary: PaymentSummary =
    started && method ? summaryOfStart(withoutFee ?? started.invoice_payment_summary, method) : {}
  const close = () => {
    // The provider has it in hand: there is nothing to go back to.
    if (!confirming) onClose()
  }

  return (
    <Modal size="floor" title={`Pay invoice ${order}`} onClose={close}>
      {after > 0 && <p role="status">{plural(after, 'invoice')} after this one.</p>}
      {failure !== null && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      {!value && failure === null && <Skeleton height={220} radius="md" />}
      {value && !key && (
        <ErrorNote>Online payment is not set up. Please speak to us about another way to pay.</ErrorNote>
      )}
      {value && !started && (
        <>
          {value.preview.last_error && (
            <ErrorNote>{`The last payment did not go through: ${value.preview.last_error}`}</ErrorNote>
          )}
          {(key || options.length > 0) && (
            <Methods options={options} method={method} disabled={starting} onChoose={setChosen} />
          )}
          {method && <Summary summary={value.preview.invoice_payment_summary[method] ?? {}} />}
          <ErrorNote>{problem}</ErrorNote>
          <FloorButtons
            onBack={close}
            act="Continue"
            reason={
              !key
                ? 'Online payment is not set up.'
                : !method
                  ? 'Choose how you would like to pay.'
                  : starting && 'One moment'
            }
            onAct={() => void payment.start(method)}
          />
        </>
      )}
      {started && key && method && (
        <>
          <Summary summary={summary} />
          {withoutFee && <p role="status">This card has no fee.</p>}
          <ProviderForm
            publishableKey={key}
            start={started}
            returnsTo={returnsTo}
            busy={confirming}
            onBusy={setConfirming}
            onPaid={onPaid}
            takeFeeOff={summary[CARD_FEE] === undefined ? null : payment.takeOff}
            onBack={payment.leave}
          />
        </>
      )}
    </Modal>
  )
}

/** The payment of an order's invoice at the provider: begun, without the card's fee, and left again. */
function usePayment(order: number) {
  const begin = useCall({
    call: (client, chosen: PaymentMethod) => startPayment(client, order, chosen),
  })
  const takeOff = useCall({ call: (client, token: string) => takeFeeOff(client, order, token) })
  const [started, setStarted] = useState<PaymentStart | null>(null)
  // The charge without the card's fee.
  const [withoutFee, setWithoutFee] = useState<PaymentStart['invoice_payment_summary'] | null>(null)
  const [starting, setStarting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function start(method: PaymentMethod | null) {
    if (!method || starting) return
    setStarting(true)
    setProblem(null)
    try {
      setWithoutFee(null)
      setStarted(await begin(method))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setStarting(false)
    }
  }
  return {
    started,
    withoutFee,
    starting,
    problem,
    start,
    takeOff: async (token: string) => setWithoutFee((await takeOff(token)).invoice_payment_summary),
    leave: () => setStarted(null),
  }
}

interface MethodsProps {
  options: readonly PaymentMethod[]
  /** The chosen one. */
  method: PaymentMethod | null
  disabled: boolean
  onChoose: (method: PaymentMethod) => void
}

function Methods({ options, method, disabled, onChoose }: MethodsProps) {
  return (
    <fieldset className={classes.methods}>
      <legend>How would you like to pay?</legend>
      {options.map((one) => (
        <label key={one} className={classes.method}>
          <input
            type="radio"
            name="payment_method"
            value={one}
            checked={method === one}
            disabled={disabled}
            onChange={() => onChoose(one)}
          />
          <b>{METHODS[one].name}</b>
          <span>{METHODS[one].what}</span>
        </label>
      ))}
      {options.length === 0 && <p>No way to pay online is offered for this invoice.</p>}
    </fieldset>
  )
}
