import type { Go } from '#src/kit/links/use-go.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import {
  EMPTY_CART,
  useCustomers,
  type Cart,
  type OrderingContext,
  type OrderingCustomer,
} from '../cart/index.ts'
import { changeCart, chooseCustomer } from '../carts.ts'

interface RefusedForOthersProps {
  context: OrderingContext
  go: Go
  /** The carts with refused orders, by the customer's id. */
  carts: readonly { id: number; cart: Cart }[]
}

/** The refused orders of customers who are not the current one: the office and a buyer order for several. */
export default function RefusedForOthers({ context, go, carts }: RefusedForOthersProps) {
  const { all, asking, failure } = useCustomers(context)
  const isAsked = !asking && failure === null && context.serverReachable
  const { press, isBusy, problem } = usePress()
  async function openCart(customer: OrderingCustomer) {
    await chooseCustomer(context.engine, customer)
    go(to.cart())
  }
  const discard = (id: number) => changeCart(context.engine, id, () => EMPTY_CART)
  return (
    <>
      {carts.map(({ id, cart }) => {
        const customer = all.find((one) => one.id === id)
        const name = customer?.name ?? `customer ${id}`
        return (
          <div key={id}>
            <ErrorNote>{`For ${name}: ${cart.refused?.words ?? ''}`}</ErrorNote>
            {customer ? (
              <Button isBusy={isBusy} onClick={() => void press(() => openCart(customer))}>
                Open the cart of {name}
              </Button>
            ) : (
              isAsked && (
                <>
                  <p>This customer can no longer be ordered for.</p>
                  <Button isBusy={isBusy} onClick={() => void press(() => discard(id))}>
                    Discard these products
                  </Button>
                </>
              )
            )}
          </div>
        )
      })}
      <ErrorNote>{problem}</ErrorNote>
    </>
  )
}
