/** `/orders/picklist`: which orders to pick (A020). The address keeps the choices. */
import { PickListGeneratorScreen } from '#features/picklist/generator/index.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FloorOnly } from './FloorOnly.tsx'

export default function PickListRoute() {
  const choices = useSearch({ from: '/orders/picklist' })
  const navigate = useNavigate()
  return (
    <FloorOnly>
      <PickListGeneratorScreen
        choices={choices}
        onChoices={(search) => void navigate({ to: '.', search, replace: true, resetScroll: false })}
      />
    </FloorOnly>
  )
}
