/** `/recalls`: the lots that must not go out. */
import { ProductSearch } from '#features/picklist/ProductSearch.tsx'
import { RecallsScreen } from '#features/recalls/RecallsScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { FloorOnly } from './FloorOnly.tsx'

export default function RecallsRoute() {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  return (
    <FloorOnly>
      <RecallsScreen
        engine={engine}
        client={client}
        person={person}
        serverReachable={serverReachable}
        Search={ProductSearch}
      />
    </FloorOnly>
  )
}
