/** Mails of an invoice: the dialog that sends one, and those that were sent. */
import { lazy } from 'react'

export { InvoiceMails } from './InvoiceMails.tsx'

/** Loaded when it is opened. */
export const MailDialog = lazy(() => import('./MailDialog.tsx'))
