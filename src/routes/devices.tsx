/** `/devices`: what each device last reported, for the foreman. */
import { DevicesScreen } from '#features/sync-log/DevicesScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'

export default function DevicesRoute() {
  const { engine, client, person } = useSignedIn()
  return <DevicesScreen client={client} person={person} serverReachable={useServerReachable(engine)} />
}
