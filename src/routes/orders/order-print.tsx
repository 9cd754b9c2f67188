/** `/order/{id}/print` (B007). */
import { OrderPrintScreen } from '#features/orders/OrderPrintScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { isOrderId } from '../order-id.ts'
import { routes } from '../tree.ts'

export default function OrderPrintRoute() {
  const { id } = routes.orderPrint.useParams()
  const { from } = routes.orderPrint.useSearch()
  if (!isOrderId(id)) return <NotFound />
  return <OrderPrintScreen key={id} id={Number(id)} from={from} />
}
