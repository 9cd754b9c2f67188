/** `/itemcodes/{id}` (C010). */
import { ItemCodeScreen } from '#features/inventory/ItemCodeScreen.tsx'
import { useParams } from '@tanstack/react-router'
import { useOfficeProps } from './use-office-props.ts'

export default function ItemCodeRoute() {
  const props = useOfficeProps()
  const { code = '' } = useParams({ strict: false })
  return <ItemCodeScreen key={code} {...props} code={code} />
}
