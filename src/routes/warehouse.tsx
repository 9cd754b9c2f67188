/** `/warehouse/add`, `/warehouses/add` and `/warehouse/{id}`: the warehouse wizard. */
import { WarehouseScreen } from '#features/warehouses/WarehouseScreen.tsx'
import { useParams } from '@tanstack/react-router'
import { useOfficeProps } from './use-office-props.ts'

export default function WarehouseRoute() {
  const props = useOfficeProps()
  const { id = null } = useParams({ strict: false })
  return <WarehouseScreen key={id ?? 'add'} {...props} id={id} />
}
