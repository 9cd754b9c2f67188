/** `/recalls`: the lots that must not go out. */
import { RecallsScreen } from '#features/recalls/RecallsScreen.tsx'
import { FloorOnly } from './FloorOnly.tsx'

export default function RecallsRoute() {
  return (
    <FloorOnly>
      <RecallsScreen />
    </FloorOnly>
  )
}
