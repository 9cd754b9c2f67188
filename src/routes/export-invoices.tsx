/** `/exportInvoices`: invoices of many orders as files. */
import { ExportInvoicesScreen } from '#features/bulk/ExportInvoicesScreen.tsx'
import { useBulkProps } from './use-bulk-props.tsx'

export default function ExportInvoicesRoute() {
  return <ExportInvoicesScreen {...useBulkProps()} />
}
