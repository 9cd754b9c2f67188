/** `/customers`: the customers' locations. What narrows the list is kept in the address. */
import { CustomersScreen } from '#features/customers/CustomersScreen.tsx'
import { useNavigate } from '@tanstack/react-router'
import { routes } from './tree.ts'

export default function CustomersRoute() {
  const { quiet = false } = routes.customers.useSearch()
  const navigate = useNavigate()
  return (
    <CustomersScreen
      isQuiet={quiet}
      onQuiet={(isQuiet) =>
        void navigate({
          to: '.',
          // Another list begins with its first page.
          search: (before: object) => ({ ...before, quiet: isQuiet || undefined, page: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
