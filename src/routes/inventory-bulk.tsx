/** `/inventory/bulk` (C008): a warehouse's inventory out to a file and back in. */
import { InventoryBulkScreen } from '#features/inventory/InventoryBulkScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'

export default function InventoryBulkRoute() {
  const { engine, client, person } = useSignedIn()
  return <InventoryBulkScreen client={client} person={person} serverReachable={useServerReachable(engine)} />
}
