/** `/priceRefresh`: new prices for orders that are placed. */
import { PriceRefreshScreen } from '#features/bulk/PriceRefreshScreen.tsx'

export default function PriceRefreshRoute() {
  return <PriceRefreshScreen />
}
