import type { PlaceOrder } from '#contract/orders/place.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { STAGED_FAMILIES } from '#src/sync/store/rows.ts'
import { useLiveQuery } from 'dexie-react-hooks'

interface OnItsWayBackProps {
  /** Whose orders: those of a customer's cart or of a location's staged order. */
  of: { customer: number } | { staged: number }
}

/** Says that an order was taken back, and that it is not known yet whether the server had it before. */
export function OnItsWayBack({ of }: OnItsWayBackProps) {
  const { db } = useSignedIn().engine
  const [name, id] = 'staged' in of ? (['staged', of.staged] as const) : (['customer', of.customer] as const)
  const count = useLiveQuery(
    () =>
      db.outbox
        .where('family')
        .startsWithAnyOf('orders:', STAGED_FAMILIES)
        .filter(({ withdrawn, call }) => {
          const { customer, staged } = (call.body ?? {}) as Partial<PlaceOrder>
          return (
            withdrawn === true &&
            (name === 'staged' ? staged === id : staged === undefined && customer === id)
          )
        })
        .count(),
    [db, name, id],
    0,
  )
  if (count === 0) return null
  return (
    <p role="status">
      An order of these products is being taken back. It waits for the server’s answer: if it was placed
      already, its products leave {name === 'staged' ? 'the staged order' : 'the cart'}.
    </p>
  )
}
