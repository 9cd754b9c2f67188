/** `/` and `/orders`: the orders list. What narrows it is kept in the address. */
import { OrdersScreen } from '#features/orders/OrdersScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { toSearch, toTable } from './orders-search.ts'

export default function OrdersRoute() {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { q, sort, paid } = search
  const table = useMemo(() => toTable({ q, sort }), [q, sort])
  const put = (next: object) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true })

  return (
    <OrdersScreen
      engine={engine}
      client={client}
      person={person}
      serverReachable={serverReachable}
      table={table}
      onTable={(next) => put(toSearch(next))}
      paidOnly={paid === true}
      onPaidOnly={(on) => put({ paid: on || undefined })}
    />
  )
}
