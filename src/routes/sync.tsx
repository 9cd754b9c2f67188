/** `/sync`: every edit of this device, and those that need somebody. */
import { SyncLogScreen } from '#features/sync-log/SyncLogScreen.tsx'
import { session } from '#src/app/device.ts'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useGo } from './use-go.ts'

export default function SyncRoute() {
  const { engine, client, person } = useSignedIn()
  const go = useGo()
  return <SyncLogScreen engine={engine} client={client} person={person} deviceId={session.deviceId} go={go} />
}
