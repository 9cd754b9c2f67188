/** `/generateInvoices`: invoices of many orders. */
import { GenerateInvoicesScreen } from '#features/bulk/GenerateInvoicesScreen.tsx'
import { useBulkProps } from './use-bulk-props.tsx'

export default function GenerateInvoicesRoute() {
  return <GenerateInvoicesScreen {...useBulkProps()} />
}
