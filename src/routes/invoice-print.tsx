/** `/order/{id}/invoice/print` (B045). */
import { InvoicePrintScreen } from '#features/invoices/InvoicePrintScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { useParams } from '@tanstack/react-router'
import { isOrderId } from './order-id.ts'
import { useGo } from './use-go.ts'

export default function InvoicePrintRoute() {
  const { engine, client } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  const { id = '' } = useParams({ strict: false })
  const go = useGo()
  if (!isOrderId(id)) return <NotFound />
  return (
    <InvoicePrintScreen key={id} id={Number(id)} client={client} serverReachable={serverReachable} go={go} />
  )
}
