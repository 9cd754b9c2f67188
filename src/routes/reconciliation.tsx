/** `/reconciliation`: what Stripe moved against what is shown as paid. */
import { ReconciliationScreen } from '#features/payments/ReconciliationScreen.tsx'

export default function ReconciliationRoute() {
  return <ReconciliationScreen />
}
