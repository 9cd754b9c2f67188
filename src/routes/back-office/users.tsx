/** `/users`: who may sign in. The address keeps the filters. */
import { UsersScreen } from '#features/users/UsersScreen.tsx'
import { useNarrow } from '#src/kit/page/use-narrow.ts'
import { routes } from '../tree.ts'

export default function UsersRoute() {
  const { role, company } = routes.users.useSearch()
  const narrow = useNarrow()
  return <UsersScreen filter={{ role, company }} onFilter={(filter) => narrow(filter)} />
}
