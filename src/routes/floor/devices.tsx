/** `/devices`: what each device last reported, for the foreman. */
import { DevicesScreen } from '#features/sync-log/DevicesScreen.tsx'
import { session } from '#src/app/device.ts'

const DevicesRoute = () => <DevicesScreen deviceId={session.deviceId} />
export default DevicesRoute
