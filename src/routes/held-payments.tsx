/** `/heldPayments`: money that does not fit its invoice. */
import { HeldPaymentsScreen } from '#features/payments/HeldPaymentsScreen.tsx'

export default function HeldPaymentsRoute() {
  return <HeldPaymentsScreen />
}
