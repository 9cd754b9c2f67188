/** `/` and `/orders`: the orders list. What narrows it is kept in the address. */
import { OrdersScreen } from '#features/orders/OrdersScreen.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

export default function OrdersRoute() {
  const { day, status, paid } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <OrdersScreen
      filter={{ day, status, paid }}
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
