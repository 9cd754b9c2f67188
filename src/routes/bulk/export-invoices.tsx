/** `/exportInvoices`: invoices of many orders as files. */
import { ExportInvoicesScreen } from '#features/bulk/ExportInvoicesScreen.tsx'
import { BulkTabs } from './BulkTabs.tsx'

export default function ExportInvoicesRoute() {
  return <ExportInvoicesScreen tabs={<BulkTabs />} />
}
