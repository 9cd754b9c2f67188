/** `/mergeOrders`: orders of one location made one. */
import { MergeOrdersScreen } from '#features/bulk/MergeOrdersScreen.tsx'
import { BulkTabs } from './BulkTabs.tsx'

export default function MergeOrdersRoute() {
  return <MergeOrdersScreen tabs={<BulkTabs />} />
}
