/** `/sync`: every edit of this device, and those that need a person. */
import { SyncLogScreen } from '#features/sync-log/SyncLogScreen.tsx'
import { session } from '#src/app/device.ts'

const SyncRoute = () => <SyncLogScreen deviceId={session.deviceId} />
export default SyncRoute
