import type { Invoice } from '#contract/invoices/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { useCall } from '#src/kit/use-save.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Button } from '#src/ui/Button.tsx'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { INVOICE_CHANGED } from '../queries.ts'
import { setNotPaidExternally, setPaidExternally } from './calls.ts'

interface ExternalPaymentProps {
  invoice: Pick<Invoice, 'order_id' | 'paid_status'>
  offline: string | null
}

/** For the office: that a check or cash has come for this invoice, and that it has not after all (docs/decisions/0046). */
export function ExternalPayment({ invoice, offline }: ExternalPaymentProps) {
  const { order_id, paid_status } = invoice
  const isPaid = paid_status === 'pe'
  const mark = useCall({
    call: (client, said: string) =>
      isPaid ? setNotPaidExternally(client, order_id) : setPaidExternally(client, order_id, said),
    invalidates: INVOICE_CHANGED,
  })
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  function close() {
    if (sending) return
    setOpen(false)
    setProblem(null)
  }

  async function send() {
    if (sending) return
    setSending(true)
    setProblem(null)
    try {
      await mark(note)
      setOpen(false)
      setNote('')
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <Button reason={offline} onClick={() => setOpen(true)}>
        {isPaid ? 'Not paid after all' : 'Paid externally'}
      </Button>
      {isOpen && (
        <Modal title={isPaid ? 'Not paid after all?' : `Invoice ${order_id} is paid`} onClose={close}>
          {isPaid ? (
            <p>The invoice is open again. That it was marked as paid stays in the payment details.</p>
          ) : (
            <TextInput
              label="Note"
              description="Such as the number of the check. The customer does not see it."
              size="md"
              maxLength={200}
              value={note}
              autoComplete="off"
              data-autofocus
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          )}
          <ErrorNote>{problem}</ErrorNote>
          <ModalButtons>
            <Button reason={sending && 'One moment'} onClick={close}>
              Cancel
            </Button>
            <Button kind="main" reason={sending && 'One moment'} onClick={() => void send()}>
              {isPaid ? 'Open it again' : 'Mark as paid'}
            </Button>
          </ModalButtons>
        </Modal>
      )}
    </>
  )
}
