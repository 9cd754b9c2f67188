import type { Invoice } from '#contract/invoices/schema.ts'
import type { MailRow } from '#contract/mails/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { MAILS_KEY } from '#src/api/mails.ts'
import { mailInvoice, type InvoiceMail } from '#src/documents/mail-invoice.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCall } from '#src/kit/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './invoice.module.css'
import { isAddress, mayAdd, MOST_COPIES, sentWords, withTyped } from './mail-form.ts'
import { savePdf } from './save-pdf.ts'

interface MailDialogProps {
  invoice: Invoice
  onClose: () => void
}

type Busy = 'Sending' | 'Making the PDF'
type Step = 'form' | Busy | { sent: MailRow } | { heading: string; failure: string }

/** B033, B162–B167: the invoice by mail, to the customer and up to four more. */
export default function MailDialog({ invoice, onClose }: MailDialogProps) {
  const { client } = useSignedIn()
  const [to, setTo] = useState(invoice.customer.email)
  const [copies, setCopies] = useState<readonly string[]>([])
  const [copy, setCopy] = useState('')
  const [subject, setSubject] = useState('')
  const [note, setNote] = useState('')
  const [step, setStep] = useState<Step>('form')
  const busy = step === 'Sending' || step === 'Making the PDF' ? step : null
  const isBusy = busy !== null

  // Pressed again it is the same mail; opened again it is another.
  const mail = useCall({
    call: (client, what: InvoiceMail, key) => mailInvoice(client, invoice, what, key),
    invalidates: [MAILS_KEY],
  })
  async function attempt(doing: Busy, heading: string, work: () => Promise<Step>) {
    setStep(doing)
    try {
      setStep(await work())
    } catch (error) {
      setStep({ heading, failure: errorText(error) })
    }
  }
  const all = withTyped(copies, copy)
  const againstCopy =
    !mayAdd(copies, copy) &&
    (copies.length < MOST_COPIES ? 'CC needs an email address.' : `It goes to ${MOST_COPIES} more at most.`)
  const add = () => {
    if (all === copies) return
    setCopies(all)
    setCopy('')
  }
  const send = () => {
    add()
    const what = { to, additional: all, subject, note }
    return attempt('Sending', 'There was an error while sending the emails', async () => ({
      sent: await mail(what),
    }))
  }
  const download = () =>
    attempt('Making the PDF', 'The PDF could not be made', async () => {
      await savePdf(client, invoice.order_id)
      return 'form'
    })

  if (typeof step === 'object' && 'sent' in step) {
    const { sent } = step
    const addresses = [to.trim(), ...copies].join(', ')
    return (
      <Modal title={`Email invoice #${invoice.order_id}`} onClose={onClose}>
        <p role="status">
          <b>{sentWords(sent, addresses)}</b> {sent.server_said} What becomes of it stands on the invoice.
        </p>
        <ModalButtons>
          <Button kind="main" isFirst onClick={onClose}>
            Close
          </Button>
        </ModalButtons>
      </Modal>
    )
  }
  return (
    <Modal title={`Email invoice #${invoice.order_id}`} onClose={isBusy ? () => undefined : onClose}>
      <fieldset className={classes.form} disabled={isBusy}>
        <TextInput
          label="To"
          type="email"
          size="md"
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <div className={classes.add}>
          <TextInput
            label="CC"
            type="email"
            size="md"
            description={`Up to ${MOST_COPIES} more`}
            // Send stays enabled (B162): what it leaves out is said before.
            error={copy.trim() !== '' && againstCopy && 'Nothing is sent to this address.'}
            value={copy}
            onChange={({ currentTarget }) => setCopy(currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
          />
          <Button reason={againstCopy} onClick={add}>
            Add CC
          </Button>
        </div>
        {copies.length > 0 && (
          <ul className={classes.copies} aria-label="Copies go to">
            {copies.map((address, n) => (
              // Two may be the same: then each has its own place.
              <li key={`${n} ${address}`}>
                {address}
                <Button
                  label={`Remove ${address}`}
                  onClick={() => setCopies(copies.filter((_, at) => at !== n))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        <TextInput
          label="Subject"
          size="md"
          maxLength={200}
          placeholder="Optional"
          value={subject}
          onChange={({ currentTarget }) => setSubject(currentTarget.value)}
        />
        <Textarea
          label="Note"
          size="md"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={5_000}
          placeholder="Optional"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </fieldset>
      {isBusy && <p role="status">{busy} …</p>}
      {typeof step === 'object' && (
        <ErrorNote>
          <b>{step.heading}</b>
          <p>{step.failure}</p>
        </ErrorNote>
      )}
      <ModalButtons>
        <Button reason={busy} onClick={() => void download()}>
          Download
        </Button>
        <Button
          kind="main"
          reason={busy ?? (!isAddress(to) && 'To needs an email address.')}
          onClick={() => void send()}
        >
          Send
        </Button>
      </ModalButtons>
    </Modal>
  )
}
