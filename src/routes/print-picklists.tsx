/** `/printPicklists`: delivery tickets of many orders. */
import { PrintPicklistsScreen } from '#features/bulk/PrintPicklistsScreen.tsx'
import { useBulkProps } from './use-bulk-props.tsx'

export default function PrintPicklistsRoute() {
  return <PrintPicklistsScreen {...useBulkProps()} />
}
