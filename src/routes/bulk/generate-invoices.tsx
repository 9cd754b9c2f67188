/** `/generateInvoices`: invoices of many orders. */
import { GenerateInvoicesScreen } from '#features/bulk/GenerateInvoicesScreen.tsx'
import { BulkTabs } from './BulkTabs.tsx'

export default function GenerateInvoicesRoute() {
  return <GenerateInvoicesScreen tabs={<BulkTabs />} />
}
