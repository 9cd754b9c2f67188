/** `/order/{id}/print` (B007). */
import { OrderPrintScreen } from '#features/orders/OrderPrintScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useLocation, useParams } from '@tanstack/react-router'
import { isOrderId } from './order-id.ts'
import { useGo } from './use-go.ts'

export default function OrderPrintRoute() {
  const { engine, client, person } = useSignedIn()
  const { id = '' } = useParams({ strict: false })
  const from = useLocation({ select: ({ searchStr }) => searchStr })
  const go = useGo()
  if (!isOrderId(id)) return <NotFound />
  return (
    <OrderPrintScreen
      key={id}
      id={Number(id)}
      engine={engine}
      client={client}
      person={person}
      go={go}
      from={from}
    />
  )
}
