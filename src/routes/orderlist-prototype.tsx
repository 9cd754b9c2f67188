/** `/orderlistPrototype`: every product with the order lists that it is on. */
import { ManagementScreen } from '#features/order-lists/ManagementScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'

export default function OrderlistPrototypeRoute() {
  const { engine, client } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  return <ManagementScreen client={client} serverReachable={serverReachable} />
}
