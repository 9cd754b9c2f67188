/** `/` and `/orders`: the orders list. The address keeps the filters. */
import { OrdersScreen } from '#features/orders/OrdersScreen.tsx'
import { useNarrow } from '#src/kit/page/use-narrow.ts'
import { SavedViews } from '#features/orders/views/SavedViews.tsx'
import { RequestsOfOrder } from '#features/orders/requests/OrderRequests.tsx'
import { PlacedPanel } from '#features/ordering/placing/PlacedPanel.tsx'
import { RefusedOrderNote } from '#features/ordering/placing/RefusedOrder.tsx'
import type { OrderingContext } from '#features/ordering/cart/use-ordering.ts'
import { can } from '#contract/permissions.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { named } from '#src/ui/named.ts'
import type { Go } from '#src/kit/links/use-go.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { OrderingRoute } from './OrderingRoute.tsx'

/** Most people who open the list are of the house and have nothing to order again. */
const OwnOrderAgain = lazy(named(() => import('#features/ordering/again/OrderAgain.tsx'), 'OwnOrderAgain'))
const OpenInvoicesLink = lazy(
  named(() => import('#features/invoices/list/OpenInvoicesLink.tsx'), 'OpenInvoicesLink'),
)
const WeekFigures = lazy(named(() => import('#features/reports/WeekFigures.tsx'), 'WeekFigures'))
const Again = (props: { context: OrderingContext; go: Go }) => (
  <>
    <RefusedOrderNote {...props} />
    <PlacedPanel Requests={RequestsOfOrder} />
    {!props.context.person.is_staff && (
      <Suspense>
        <OwnOrderAgain {...props} />
        <OpenInvoicesLink />
      </Suspense>
    )}
  </>
)

export default function OrdersRoute() {
  const { day, status, paid, picker, unassigned, q, sort, size } = useSearch({ strict: false })
  const { person } = useSignedIn()
  const navigate = useNavigate()
  const narrow = useNarrow()
  return (
    <OrdersScreen
      again={<OrderingRoute screen={Again} waiting={null} />}
      figures={
        can(person, 'figures.lead') && (
          <Suspense>
            <WeekFigures />
          </Suspense>
        )
      }
      views={
        person?.is_staff && (
          <SavedViews
            list="orders"
            search={{ day, status, paid, picker, unassigned, q, sort, size }}
            onSearch={(search) => void navigate({ to: '.', search, replace: true, resetScroll: false })}
          />
        )
      }
      filter={{ day, status, paid, picker, unassigned }}
      onFilter={(filter) => narrow(filter)}
    />
  )
}
