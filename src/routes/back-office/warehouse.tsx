/** `/warehouse/add`, `/warehouses/add` and `/warehouse/{id}`: the warehouse wizard. */
import { WarehouseScreen } from '#features/warehouses/WarehouseScreen.tsx'
import { useParams } from '@tanstack/react-router'

export default function WarehouseRoute() {
  const { id = null } = useParams({ strict: false })
  return <WarehouseScreen key={id ?? 'add'} id={id} />
}
