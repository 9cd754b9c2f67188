import type { Invoice } from '#contract/invoices/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { useMakeStale } from '#src/kit/form/use-save.tsx'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { setReady } from './calls.ts'

interface ReadySwitchProps {
  invoice: Pick<Invoice, 'order_id' | 'paid_status' | 'payment_in_progress'>
  /** When the invoice was read, in ms. */
  readAt: number
  offline: string | null
}

/** B107, B108, B111: sets whether the customer may pay. A change that the server refuses does not show. */
export function ReadySwitch({ invoice, readAt, offline }: ReadySwitchProps) {
  const { order_id, paid_status, payment_in_progress } = invoice
  const { client } = useSignedIn()
  const makeStale = useMakeStale()
  // The answer to a press is newer than the invoice on show, until the invoice is read again: another person may have
  // set it back.
  const [answered, setAnswered] = useState({ at: 0, ready: false })
  const ready = readAt > answered.at ? paid_status === 'r' : answered.ready
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function press() {
    if (wanted !== null) return
    setWanted(!ready)
    setProblem(null)
    try {
      await setReady(client, order_id, !ready)
      setAnswered({ at: Date.now(), ready: !ready })
      void makeStale(INVOICE_CHANGED)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setWanted(null)
    }
  }

  return (
    <div>
      <Switch
        label="Ready for Payment"
        size="md"
        checked={wanted ?? ready}
        // "Payment in progress" shows beside it.
        disabled={payment_in_progress || offline !== null}
        title={offline ?? undefined}
        onChange={() => void press()}
      />
      <ErrorNote>{problem}</ErrorNote>
    </div>
  )
}
