/** `/order/{id}`: an order, or with an id that is no number the cart (A135, A136). */
import { replicate } from '#features/ordering/cart/replicate.ts'
import { OrderScreen } from '#features/orders/OrderScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { isOrderId } from '../order-id.ts'
import { routes } from '../tree.ts'

const Cart = lazy(() => import('./cart.tsx'))
const FeesDialog = lazy(() => import('#features/fees/FeesDialog.tsx'))

export default function OrderRoute() {
  const { engine, client } = useSignedIn()
  const { id } = routes.order.useParams()
  const { assign = false } = routes.order.useSearch()
  const navigate = useNavigate()
  // Digits that are no order's number are no cart either.
  if (!isOrderId(id)) return /^\d+$/.test(id) ? <NotFound /> : <Cart />
  return (
    <OrderScreen
      key={id}
      id={Number(id)}
      Fees={FeesDialog}
      isAssigning={assign}
      onAssigning={(open) =>
        void navigate({ to: '.', search: { assign: open || undefined }, replace: true, resetScroll: false })
      }
      replicate={(replication, mayReplace) => replicate({ engine, client }, replication, mayReplace)}
    />
  )
}
