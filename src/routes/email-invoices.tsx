/** `/emailInvoices`: invoices of many orders by mail. */
import { EmailInvoicesScreen } from '#features/bulk/EmailInvoicesScreen.tsx'
import { useBulkProps } from './use-bulk-props.tsx'

export default function EmailInvoicesRoute() {
  return <EmailInvoicesScreen {...useBulkProps()} />
}
