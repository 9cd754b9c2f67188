import type { HeldPayment } from '#contract/invoices/payment.ts'
import ConfirmDialog from '#src/ui/ConfirmDialog.tsx'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { HeldAct } from './calls.ts'
import { showArrived } from './held-columns.tsx'
import classes from './payments.module.css'

const WORDS: Record<HeldAct, { title: string; act: string; what: string }> = {
  apply: {
    title: 'Apply this payment?',
    act: 'Apply',
    what: 'The invoice of the order is then paid, whatever the difference.',
  },
  refunded: {
    title: 'Was this payment refunded?',
    act: 'It was refunded',
    what: 'Refund it at the payment provider first: nothing is paid back from here. The invoice can then be paid again.',
  },
}

interface HeldPaymentDialogProps {
  payment: HeldPayment
  act: HeldAct
  /** Rejects with an Error in the server's words. */
  onConfirm: (said: { order?: number; note: string }) => Promise<void>
  onClose: () => void
}

export default function HeldPaymentDialog({ payment, act, onConfirm, onClose }: HeldPaymentDialogProps) {
  const { title, what, ...words } = WORDS[act]
  const [order, setOrder] = useState(payment.order === null ? '' : String(payment.order))
  const [note, setNote] = useState('')
  return (
    <ConfirmDialog
      title={title}
      act={words.act}
      onConfirm={() => onConfirm({ ...(order && act === 'apply' && { order: Number(order) }), note })}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <p>
          <b>{showArrived(payment)}</b> arrived. {payment.reason} {what}
        </p>
        {act === 'apply' && (
          <TextInput
            label="Order"
            description="Whose invoice it pays."
            size="md"
            inputMode="numeric"
            maxLength={10}
            autoComplete="off"
            value={order}
            onChange={({ currentTarget }) => setOrder(currentTarget.value.replace(/\D/g, ''))}
          />
        )}
        <TextInput
          label="Note"
          description="Why, or how. The customer does not see it."
          size="md"
          maxLength={200}
          autoComplete="off"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
