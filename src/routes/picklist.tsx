/** `/orders/picklist`: which orders to pick (A020). */
import { PickListGeneratorScreen } from '#features/picklist/PickListGeneratorScreen.tsx'
import { FloorOnly } from './FloorOnly.tsx'
import { usePickListProps } from './use-pick-list-props.ts'

export default function PickListRoute() {
  const props = usePickListProps()
  return (
    <FloorOnly>
      <PickListGeneratorScreen {...props} />
    </FloorOnly>
  )
}
