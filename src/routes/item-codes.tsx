/** `/itemcodes` (C019). */
import { ItemCodesScreen } from '#features/inventory/ItemCodesScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'

export default function ItemCodesRoute() {
  const { engine, client } = useSignedIn()
  return <ItemCodesScreen client={client} serverReachable={useServerReachable(engine)} />
}
