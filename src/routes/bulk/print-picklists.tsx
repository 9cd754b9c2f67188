/** `/printPicklists`: delivery tickets of many orders. */
import { PrintPicklistsScreen } from '#features/bulk/PrintPicklistsScreen.tsx'
import { BulkTabs } from './BulkTabs.tsx'

export default function PrintPicklistsRoute() {
  return <PrintPicklistsScreen tabs={<BulkTabs />} />
}
