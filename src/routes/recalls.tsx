/** `/recalls`: the lots that must not go out. */
import { ProductSearch } from '#src/picking/ProductSearch.tsx'
import { RecallsScreen } from '#features/recalls/RecallsScreen.tsx'
import { FloorOnly } from './FloorOnly.tsx'

export default function RecallsRoute() {
  return (
    <FloorOnly>
      <RecallsScreen Search={ProductSearch} />
    </FloorOnly>
  )
}
