/** `/order/{id}`: an order, or with an id that is no number the cart (A135, A136). */
import { OrderScreen } from '#features/orders/OrderScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { isOrderId } from './order-id.ts'
import { useGo } from './use-go.ts'

const FeesDialog = lazy(() => import('#features/fees/FeesDialog.tsx'))

export default function OrderRoute() {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  const { id = '' } = useParams({ strict: false })
  const go = useGo()
  if (!isOrderId(id))
    return (
      <>
        <h1>Cart</h1>
        <EmptyState title="A cart is being viewed">
          Its products show here when the cart comes with ordering.
        </EmptyState>
      </>
    )
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
    />
  )
}
