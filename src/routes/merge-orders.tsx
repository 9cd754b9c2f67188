/** `/mergeOrders`: orders of one location made one. */
import { MergeOrdersScreen } from '#features/bulk/MergeOrdersScreen.tsx'
import { useBulkProps } from './use-bulk-props.tsx'

export default function MergeOrdersRoute() {
  return <MergeOrdersScreen {...useBulkProps()} />
}
