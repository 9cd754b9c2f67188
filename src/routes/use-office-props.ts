import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useGo } from '#src/kit/use-go.ts'

/** What a screen of the office is given, whatever it is about. */
export function useOfficeProps() {
  const { engine, client, person } = useSignedIn()
  return { client, person, serverReachable: useServerReachable(engine), newId: engine.newId, go: useGo() }
}
