/** `/users`: who may sign in. What narrows the list is kept in the address. */
import { UsersScreen } from '#features/users/UsersScreen.tsx'
import { useNavigate } from '@tanstack/react-router'
import { routes } from './tree.ts'

export default function UsersRoute() {
  const { role, company } = routes.users.useSearch()
  const navigate = useNavigate()
  return (
    <UsersScreen
      filter={{ role, company }}
      onFilter={(filter) =>
        void navigate({
          to: '.',
          // Another list begins with its first page.
          search: (before: object) => ({ ...before, ...filter, page: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
