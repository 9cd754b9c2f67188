import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { EMPTY_CART, type Cart } from '../cart/index.ts'
import { readCart, readCustomer } from '../carts.ts'

/** The refused part of this cart, with the reason. */
export const RefusedOrder = ({ cart: { refused } }: { cart: Cart }) => <ErrorNote>{refused?.words}</ErrorNote>

/** The same above the orders list, with the way to the cart. */
export function RefusedOrderNote() {
  const { engine } = useSignedIn()
  const cart = useLiveQuery(
    async () => {
      const customer = await readCustomer(engine)
      return customer ? readCart(engine, customer.id) : EMPTY_CART
    },
    [engine],
    EMPTY_CART,
  )
  return (
    cart.refused && (
      <div>
        <RefusedOrder cart={cart} />
        <Link to={to.cart()}>Open cart</Link>
      </div>
    )
  )
}
