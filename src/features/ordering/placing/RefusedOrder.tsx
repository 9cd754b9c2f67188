import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import type { Go } from '#src/kit/links/use-go.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense } from 'react'
import { EMPTY_CART, type Cart, type OrderingContext } from '../cart/index.ts'
import { readCart, readCustomer, readRefusedFor } from '../carts.ts'

/** Most people order for themselves alone. */
const RefusedForOthers = lazy(() => import('./RefusedForOthers.tsx'))

/** The refused part of this cart, with the reason. */
export const RefusedOrder = ({ cart: { refused } }: { cart: Cart }) => <ErrorNote>{refused?.words}</ErrorNote>

interface RefusedOrderNoteProps {
  context: OrderingContext
  go: Go
}

/** The same above the orders list, with the way to the cart; also for customers who are not the current one. */
export function RefusedOrderNote(shop: RefusedOrderNoteProps) {
  const { engine } = useSignedIn()
  const { cart, others } = useLiveQuery(
    async () => {
      const customer = await readCustomer(engine)
      const ids = (await readRefusedFor(engine)).filter((id) => id !== customer?.id)
      const carts = await Promise.all(ids.map(async (id) => ({ id, cart: await readCart(engine, id) })))
      return {
        cart: customer ? await readCart(engine, customer.id) : EMPTY_CART,
        others: carts.filter((other) => other.cart.refused),
      }
    },
    [engine],
    { cart: EMPTY_CART, others: [] },
  )
  return (
    <>
      {cart.refused && (
        <div>
          <RefusedOrder cart={cart} />
          <Link to={to.cart()}>Open cart</Link>
        </div>
      )}
      {others.length > 0 && (
        <Suspense>
          <RefusedForOthers {...shop} carts={others} />
        </Suspense>
      )}
    </>
  )
}
