/** `/order/{id}`: an order, or with an id that is no number the cart (A135, A136). */
import { replicate } from '#features/ordering/replicate.ts'
import { OrderScreen } from '#features/orders/OrderScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { isOrderId } from './order-id.ts'
import { useGo } from './use-go.ts'

const Cart = lazy(() => import('./cart.tsx'))
const FeesDialog = lazy(() => import('#features/fees/FeesDialog.tsx'))

export default function OrderRoute() {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  const { id = '' } = useParams({ strict: false })
  const go = useGo()
  // B021.
  if (!isOrderId(id)) return <Cart />
  return (
    <OrderScreen
      key={id}
      id={Number(id)}
      engine={engine}
      client={client}
      person={person}
      serverReachable={serverReachable}
      go={go}
      Fees={FeesDialog}
      replicate={(replication, mayReplace) => replicate({ engine, client }, replication, mayReplace)}
    />
  )
}
