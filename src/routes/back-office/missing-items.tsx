/** `/missingItems`: the results of a receipt difference (C016). */
import { MissingItemsScreen } from '#features/receipts/MissingItemsScreen.tsx'
import { useLocation } from '@tanstack/react-router'

export default function MissingItemsRoute() {
  const { state } = useLocation()
  return <MissingItemsScreen handedOver={state} />
}
