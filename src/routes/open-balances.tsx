/** `/openBalances`: what customers owe. */
import { OpenBalancesScreen } from '#features/payments/OpenBalancesScreen.tsx'

export default function OpenBalancesRoute() {
  return <OpenBalancesScreen />
}
