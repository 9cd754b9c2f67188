import type { HeldPayment } from '#contract/invoices/payment.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { CancelButton, Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { useState } from 'react'
import { showArrived } from './held-columns.tsx'
import type { Decision, HeldAct } from './queries.ts'

const WORDS: Record<HeldAct, { title: string; label: string; what: string }> = {
  apply: {
    title: 'Apply this payment?',
    label: 'Apply',
    what: 'It pays the invoice of the order. What is too little stays due; what is too much waits for the next invoice of its location.',
  },
  refunded: {
    title: 'Was this payment refunded?',
    label: 'It was refunded',
    what: 'Refund it at the payment provider first: nothing is paid back from here. The invoice can then be paid again.',
  },
}

interface HeldPaymentDialogProps {
  payment: HeldPayment
  act: HeldAct
  /** Rejects with what the server said. */
  decide: (decision: Decision) => Promise<unknown>
  /** It is decided. */
  onDone: () => void
  onClose: () => void
}

/** Which invoice a held payment pays, or that it was refunded. */
export default function HeldPaymentDialog({ payment, act, decide, onDone, onClose }: HeldPaymentDialogProps) {
  const { title, label, what } = WORDS[act]
  const [order, setOrder] = useState(payment.order === null ? '' : String(payment.order))
  const [note, setNote] = useState('')
  const { press, isBusy, problem } = usePress()

  const save = () =>
    press(async () => {
      await decide({ id: payment.id, act, ...(order && { order: Number(order) }), note })
      onDone()
    })

  return (
    <Modal title={title} onClose={onClose} isBusy={isBusy}>
      <p>
        Arrived: <b>{showArrived(payment)}</b>. {payment.reason} {what}
      </p>
      {act === 'apply' && (
        <LineInput
          label="Order"
          description="Whose invoice it pays."
          inputMode="numeric"
          maxLength={10}
          value={order}
          onChange={(typed) => setOrder(typed.replace(/\D/g, ''))}
        />
      )}
      <LineInput
        label="Note"
        description="Why, or how. The customer does not see it."
        maxLength={200}
        value={note}
        onChange={setNote}
      />
      <ErrorNote>{problem}</ErrorNote>
      <ModalButtons>
        <CancelButton onClick={onClose} />
        <Button
          kind="main"
          isFirst
          isBusy={isBusy}
          // Without an order the server takes the payment's own, which the person has just removed.
          reason={act === 'apply' && payment.order !== null && order === '' && 'Say which order it pays.'}
          onClick={() => void save()}
        >
          {label}
        </Button>
      </ModalButtons>
    </Modal>
  )
}
