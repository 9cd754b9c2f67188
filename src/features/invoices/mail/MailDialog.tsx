import type { Invoice } from '#contract/invoices/schema.ts'
import type { MailRow } from '#contract/mails/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { MAILS_KEY } from '#src/queries/mails.ts'
import { mailInvoicePdf, type InvoiceMail } from '#src/documents/mail-invoice.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from '../invoice.module.css'
import { isAddress, mayAdd, MOST_COPIES, sentWords, withTyped } from './mail-form.ts'
import { savePdf } from '../paper/index.ts'

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
  const copies = useCopies()
  const [subject, setSubject] = useState('')
  const [note, setNote] = useState('')
  const [step, setStep] = useState<Step>('form')
  const busy = step === 'Sending' || step === 'Making the PDF' ? step : null
  const isBusy = busy !== null

  // Pressed again it is the same mail; opened again it is another.
  const mail = useCall({
    call: (client, what: InvoiceMail, key) => mailInvoicePdf(client, invoice, what, key),
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
  const send = () => {
    copies.add()
    const what = { to, additional: copies.all, subject, note }
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
    const addresses = [to.trim(), ...copies.added].join(', ')
    return (
      <Modal title={`Email invoice #${invoice.order_id}`} onClose={onClose}>
        <SentMail sent={step.sent} to={addresses} onClose={onClose} />
      </Modal>
    )
  }
  return (
    <Modal title={`Email invoice #${invoice.order_id}`} onClose={onClose} isBusy={isBusy}>
      <fieldset className={classes.form} disabled={isBusy}>
        <TextInput
          label="To"
          type="email"
          size="md"
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <CopyFields copies={copies} />
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

/** Whom the mail goes to besides. */
function useCopies() {
  const [added, setAdded] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const all = withTyped(added, typed)
  return {
    added,
    typed,
    type: setTyped,
    /** With the one that is being typed, where it may be added. */
    all,
    /** Why that one may not be added. */
    reason:
      !mayAdd(added, typed) &&
      (added.length < MOST_COPIES ? 'CC needs an email address.' : `It goes to ${MOST_COPIES} more at most.`),
    add() {
      if (all === added) return
      setAdded(all)
      setTyped('')
    },
    remove: (n: number) => setAdded(added.filter((_, at) => at !== n)),
  }
}

function CopyFields({ copies }: { copies: ReturnType<typeof useCopies> }) {
  const { added, typed, reason } = copies
  return (
    <>
      <div className={classes.add}>
        <TextInput
          label="CC"
          type="email"
          size="md"
          description={`Up to ${MOST_COPIES} more`}
          // Send stays enabled: this text says which address it leaves out.
          error={typed.trim() !== '' && reason && 'Nothing is sent to this address.'}
          value={typed}
          onChange={({ currentTarget }) => copies.type(currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && copies.add()}
        />
        <Button reason={reason} onClick={copies.add}>
          Add CC
        </Button>
      </div>
      {added.length > 0 && (
        <ul className={classes.copies} aria-label="Copies go to">
          {added.map((address, n) => (
            // Two may be the same: then each has its own place.
            <li key={`${n} ${address}`}>
              {address}
              <Button label={`Remove ${address}`} onClick={() => copies.remove(n)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface SentMailProps {
  sent: MailRow
  /** All addresses. */
  to: string
  onClose: () => void
}

/** The outcome of the mail. */
function SentMail({ sent, to, onClose }: SentMailProps) {
  return (
    <>
      <p role="status">
        <b>{sentWords(sent, to)}</b> {sent.server_said} The invoice shows what becomes of it.
      </p>
      <ModalButtons>
        <Button kind="main" isFirst onClick={onClose}>
          Close
        </Button>
      </ModalButtons>
    </>
  )
}
