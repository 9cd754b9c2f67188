/** `/itemcodes` (C019). */
import { ItemCodesScreen } from '#features/inventory/ItemCodesScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'

export default function ItemCodesRoute() {
  const { engine, client } = useSignedIn()
  return <ItemCodesScreen client={client} serverReachable={useServerReachable(engine)} />
}
