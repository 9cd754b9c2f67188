/** `/inventory` (C019). */
import { InventoryScreen } from '#features/inventory/InventoryScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'

export default function InventoryRoute() {
  const { engine, client } = useSignedIn()
  return <InventoryScreen client={client} serverReachable={useServerReachable(engine)} />
}
