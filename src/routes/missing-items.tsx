/** `/missingItems`: the results of a receipt difference (C016). */
import { MissingItemsScreen } from '#features/receipts/MissingItemsScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { useLocation } from '@tanstack/react-router'
import { useGo } from './use-go.ts'

export default function MissingItemsRoute() {
  const { engine, client, person } = useSignedIn()
  const { state } = useLocation()
  return (
    <MissingItemsScreen
      client={client}
      person={person}
      serverReachable={useServerReachable(engine)}
      go={useGo()}
      handedOver={state}
    />
  )
}
