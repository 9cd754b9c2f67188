/** `/emailInvoices`: invoices of many orders by mail. */
import { EmailInvoicesScreen } from '#features/bulk/EmailInvoicesScreen.tsx'
import { BulkTabs } from './BulkTabs.tsx'

export default function EmailInvoicesRoute() {
  return <EmailInvoicesScreen tabs={<BulkTabs />} />
}
