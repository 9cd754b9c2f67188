/** `/users`: who may sign in. What is searched and sorted is kept in the address. */
import { UsersScreen } from '#features/users/UsersScreen.tsx'
import { useOfficeProps } from './use-office-props.ts'
import { useTableAddress } from '#src/kit/use-table-address.ts'

export default function UsersRoute() {
  const props = useOfficeProps()
  const [table, onTable] = useTableAddress()
  return <UsersScreen {...props} table={table} onTable={onTable} />
}
