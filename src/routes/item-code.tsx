/** `/itemcodes/{id}` (C010). */
import { ItemCodeScreen } from '#features/inventory/ItemCodeScreen.tsx'
import { useOfficeProps } from './use-office-props.ts'
import { routes } from './tree.ts'

export default function ItemCodeRoute() {
  const props = useOfficeProps()
  const { code } = routes.itemCode.useParams()
  return <ItemCodeScreen key={code} {...props} code={code} />
}
