/** `/order/{id}/invoice` (A029). */
import { InvoiceScreen } from '#features/orders/InvoiceScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useParams } from '@tanstack/react-router'
import { isOrderId } from './order-id.ts'
import { useGo } from './use-go.ts'

export default function InvoiceRoute() {
  const { engine, client } = useSignedIn()
  const { id = '' } = useParams({ strict: false })
  const go = useGo()
  if (!isOrderId(id)) return <NotFound />
  return <InvoiceScreen key={id} id={Number(id)} engine={engine} client={client} go={go} />
}
