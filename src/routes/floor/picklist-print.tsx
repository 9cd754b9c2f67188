/** `/orders/picklist/details/print?from=picklist` (A025). */
import { PickListPrintScreen } from '#features/picklist/print/index.ts'
import { FloorOnly } from './FloorOnly.tsx'
import { usePickListProps } from './use-pick-list-props.ts'

export default function PickListPrintRoute() {
  const props = usePickListProps()
  return (
    <FloorOnly>
      <PickListPrintScreen {...props} />
    </FloorOnly>
  )
}
