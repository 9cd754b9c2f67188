/** `/settings`: what the distributor settles for itself. */
import { SettingsScreen } from '#features/settings/SettingsScreen.tsx'

export default function SettingsRoute() {
  return <SettingsScreen />
}
