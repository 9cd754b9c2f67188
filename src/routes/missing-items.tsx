/** `/missingItems`: the results of a receipt difference (C016). */
import { MissingItemsScreen } from '#features/receipts/MissingItemsScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useLocation } from '@tanstack/react-router'

export default function MissingItemsRoute() {
  const { engine, client, person } = useSignedIn()
  const { state } = useLocation()
  return (
    <MissingItemsScreen
      client={client}
      person={person}
      serverReachable={useServerReachable(engine)}
      handedOver={state}
    />
  )
}
