/** `/orderlistPublic`: the order lists that anybody may open. */
import { PublicListsScreen } from '#features/order-lists/PublicListsScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'

export default function OrderlistPublicRoute() {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  return <PublicListsScreen client={client} person={person} serverReachable={serverReachable} />
}
