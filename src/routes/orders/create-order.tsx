/** `/orders/add` (A017). */
import { CreateOrderScreen } from '#features/ordering/catalogue/CreateOrderScreen.tsx'
import { OrderingRoute } from './OrderingRoute.tsx'

export default function CreateOrderRoute() {
  return <OrderingRoute screen={CreateOrderScreen} />
}
