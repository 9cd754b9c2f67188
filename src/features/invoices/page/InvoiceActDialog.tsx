import { invoiceHistoryQuery } from '#src/kit/history/invoice-history.ts'
import { lazy, Suspense } from 'react'
import { MailDialog } from '../mail/index.ts'
import { PreviewDialog, type InvoiceRead } from '../paper/index.ts'
import type { InvoiceAct } from './InvoiceActs.tsx'

const ComputedDialog = lazy(() => import('./ComputedDialog.tsx'))
const CreditDialog = lazy(() => import('./CreditDialog.tsx'))
const HistoryDialog = lazy(() => import('#src/kit/history/HistoryDialog.tsx'))

interface InvoiceActDialogProps {
  /** The order's. */
  id: number
  page: InvoiceRead
  open: InvoiceAct | null
  onClose: () => void
}

/** The dialog that an act has opened. */
export function InvoiceActDialog({ id, page, open, onClose }: InvoiceActDialogProps) {
  const { value, serverReachable, isSeen } = page
  const invoice = value?.invoice
  return (
    <Suspense>
      {value && open === 'preview' && (
        <PreviewDialog page={value} serverReachable={serverReachable && !isSeen} onClose={onClose} />
      )}
      {invoice && open === 'computed' && <ComputedDialog invoice={invoice} onClose={onClose} />}
      {invoice && open === 'mail' && <MailDialog invoice={invoice} onClose={onClose} />}
      {invoice && open === 'credit' && <CreditDialog invoice={invoice} onClose={onClose} />}
      {open === 'history' && (
        <HistoryDialog
          title={`What was done to invoice ${id}`}
          query={invoiceHistoryQuery(id)}
          empty="Nothing is known of it: it was made before this was kept."
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
