import type { Invoice } from '#contract/invoices/schema.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { lazy, Suspense, useState } from 'react'
import { setNotPaidExternally } from './calls.ts'

const ExternalPaymentDialog = lazy(() => import('./ExternalPaymentDialog.tsx'))

interface ExternalPaymentProps {
  invoice: Pick<Invoice, 'order_id' | 'paid_status' | 'grand_total' | 'due'>
  offline: string | null
}

/** For the office: that a check or cash has come for this invoice, and that it has not after all (docs/decisions/0046, 0247). */
export function ExternalPaymentAct({ invoice, offline }: ExternalPaymentProps) {
  const { order_id, paid_status } = invoice
  const [isOpen, setOpen] = useState(false)
  const takeBack = useSave({
    call: async (client) => void (await setNotPaidExternally(client, order_id, null)),
    invalidates: INVOICE_CHANGED,
    words: () => ({
      title: 'Not paid after all?',
      act: 'Open it again',
      failed: 'The invoice stays paid',
      body: 'The invoice is open again. That it was marked as paid stays in the payment details.',
    }),
  })
  return (
    <>
      {paid_status === 'pe' ? (
        <Button reason={offline} onClick={() => takeBack.ask()}>
          Not paid after all
        </Button>
      ) : (
        <Button reason={offline} onClick={() => setOpen(true)}>
          Paid externally
        </Button>
      )}
      {takeBack.dialog}
      <Suspense>
        {isOpen && <ExternalPaymentDialog invoice={invoice} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
