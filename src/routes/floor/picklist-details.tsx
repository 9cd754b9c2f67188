/** `/orders/picklist/details?from=picklist` and `?from=order` (A024). */
import { PickListDetailsScreen } from '#features/picklist/details/index.ts'
import { FloorOnly } from './FloorOnly.tsx'
import { usePickListProps } from './use-pick-list-props.ts'

export default function PickListDetailsRoute() {
  const props = usePickListProps()
  return (
    <FloorOnly>
      <PickListDetailsScreen {...props} />
    </FloorOnly>
  )
}
