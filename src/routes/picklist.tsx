/** `/orders/picklist`: which orders to pick (A020). What is chosen is kept in the address. */
import { PickListGeneratorScreen } from '#features/picklist/generator/index.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FloorOnly } from './FloorOnly.tsx'
import { usePickListProps } from './use-pick-list-props.ts'

export default function PickListRoute() {
  const props = usePickListProps()
  const choices = useSearch({ from: '/orders/picklist' })
  const navigate = useNavigate()
  return (
    <FloorOnly>
      <PickListGeneratorScreen
        {...props}
        choices={choices}
        onChoices={(search) => void navigate({ to: '.', search, replace: true, resetScroll: false })}
      />
    </FloorOnly>
  )
}
