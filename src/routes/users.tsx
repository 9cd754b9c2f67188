/** `/users`: who may sign in. What is searched and sorted is kept in the address. */
import { UsersScreen } from '#features/users/UsersScreen.tsx'
import { useOfficeProps } from './use-office-props.ts'
import { useTableSearch } from './use-table-search.ts'

export default function UsersRoute() {
  const props = useOfficeProps()
  const [table, onTable] = useTableSearch()
  return <UsersScreen {...props} table={table} onTable={onTable} />
}
