/** `/itemcodes/{id}` (C010). */
import { ItemCodeScreen } from '#features/inventory/ItemCodeScreen.tsx'
import { routes } from '../tree.ts'

export default function ItemCodeRoute() {
  const { code } = routes.itemCode.useParams()
  return <ItemCodeScreen key={code} code={code} />
}
