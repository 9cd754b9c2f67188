/** `/priceRefresh`: new prices for orders that are placed. */
import { PriceRefreshScreen } from '#features/bulk/PriceRefreshScreen.tsx'
import { useBulkProps } from './use-bulk-props.tsx'

export default function PriceRefreshRoute() {
  return <PriceRefreshScreen {...useBulkProps()} />
}
