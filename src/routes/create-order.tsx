/** `/orders/add` (A017). */
import { CreateOrderScreen } from '#features/ordering/CreateOrderScreen.tsx'
import { OrderingRoute } from './OrderingRoute.tsx'

export default function CreateOrderRoute() {
  return <OrderingRoute screen={CreateOrderScreen} />
}
