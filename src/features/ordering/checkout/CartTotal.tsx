import { errorText } from '#src/api/errors.ts'
import type { Go } from '#src/kit/links/use-go.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import classes from '../cart.module.css'
import {
  EMPTY_CART,
  type Cart,
  type OrderingCustomer,
  type CurrentCustomer,
  type OrderingContext,
} from '../cart/index.ts'
import { CartTotals } from './CartTotals.tsx'
import { Deadline, stageCart, type StagedCart, PricesAsOf } from '../placing/index.ts'
import type { CustomerCheckout } from './use-checkout.ts'

/** The note after a cart was staged. The cart itself says what was refused. */
const STAGED_WORDS: Record<StagedCart, string | null> = {
  staged: 'Saved to the staged order.',
  waits: 'It is kept here and joins the staged order as soon as the server takes it.',
  refused: null,
}

interface CartTotalProps extends CustomerCheckout {
  go: Go
  onConfirm: () => void
  /** A product that is on no list is to be added. */
  onAdd: () => void
}

/** B052–B055: the cart's total and the time until it can be ordered, with the acts on the cart. */
export function CartTotal({ context, customer, current, checkout, go, onConfirm, onAdd }: CartTotalProps) {
  const { serverReachable } = context
  const { stage, step, show, ordered, offer, delivery, shipTo, late, mayNot, why, isStill } = checkout
  const isEmpty = ordered.products.length === 0
  return (
    <aside className={classes.total} aria-label="Total">
      <div className={classes.due}>
        <p className={`${classes.quiet} ${classes.count}`}>{plural(ordered.products.length, 'product')}</p>
        <CartTotals customer={isEmpty ? null : customer} total={ordered.total} />
        {!serverReachable && <PricesAsOf at={offer.pricesAsOf} />}
        {/* The second step has its own note on a late order. */}
        {!(step === 1 && late) && <Deadline day={delivery.day} location={shipTo} />}
        <Button kind="main" reason={why} onClick={() => (step === 0 ? show(1) : onConfirm())}>
          Confirm order
        </Button>
      </div>
      <div className={classes.acts}>
        {!stage && <SaveToStaged context={context} customer={customer} cart={ordered} reason={mayNot} />}
        {!isStill && (
          <Button reason={!serverReachable && NEEDS_SERVER} onClick={onAdd}>
            Add a product
          </Button>
        )}
        <Button onClick={() => go(to.createOrder())}>Continue Shopping</Button>
        {!stage && <RemoveAll current={current} isEmpty={isEmpty} />}
      </div>
    </aside>
  )
}

interface SaveToStagedProps {
  context: OrderingContext
  customer: OrderingCustomer
  cart: Cart
  /** Why this person may not; false where they may. */
  reason: string | false
}

/** B138: stages the cart, so that every person of the location sees it. */
function SaveToStaged({ context: { engine, serverReachable }, customer, cart, reason }: SaveToStagedProps) {
  const { press, isBusy, problem } = usePress(
    (error) => `There was an issue saving items to the staged order\n${errorText(error)}`,
  )

  async function save() {
    const words = STAGED_WORDS[await stageCart({ engine, serverReachable }, customer, cart)]
    if (words) snackbar(words)
  }
  return (
    <>
      <Button
        isBusy={isBusy}
        reason={reason || (cart.total === '0.00' && 'The total is 0.')}
        onClick={() => void press(save)}
      >
        Save to Staged Order
      </Button>
      <ErrorNote>{problem}</ErrorNote>
    </>
  )
}

/** Empties a cart, and offers it back until a product is put in. */
function RemoveAll({ current: { cart, setCart }, isEmpty }: { current: CurrentCustomer; isEmpty: boolean }) {
  const [removed, setRemoved] = useState<Cart | null>(null)
  // The press empties the cart a moment later.
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  if (wasEmpty !== isEmpty) {
    setWasEmpty(isEmpty)
    if (!isEmpty) setRemoved(null)
  }
  if (!isEmpty)
    return (
      <Button
        onClick={() => {
          setRemoved(cart)
          setCart(() => EMPTY_CART)
        }}
      >
        Remove all
      </Button>
    )
  return (
    removed && (
      <Button
        icon={<IconArrowBackUp size={20} aria-hidden />}
        onClick={() => {
          setCart(() => removed)
          setRemoved(null)
        }}
      >
        Undo
      </Button>
    )
  )
}
