/** Places a cart or a staged order: once, at the prices that the person has seen. */
import { errorText } from '#src/api/errors.ts'
import type { Go } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { useRef, useState } from 'react'
import {
  type Cart,
  type OrderingCustomer,
  CHANGED_MEANWHILE,
  changedSince,
  type ProductPriceChange,
  type OrderingContext,
} from '../cart/index.ts'
import {
  clearStaged,
  newOrderOf,
  placeCart,
  placedWords,
  placeStaged,
  type Placed,
  tellPlaced,
  useFault,
} from '../placing/index.ts'
import type { Checkout } from './use-checkout.ts'

interface PlacingOptions {
  context: OrderingContext
  customer: OrderingCustomer
  checkout: Checkout
  go: Go
}

export function usePlacing({ context, customer, checkout, go }: PlacingOptions) {
  const { engine, client, serverReachable } = context
  const { stage, location, lines, ordered, prices, delivery, today, name } = checkout
  const { onFault, stuck } = useFault(`Back to the ${name.toLowerCase()}`)
  /** The order that was placed in this dialog, and its lines. */
  const done = useRef<{ placed: Placed; cart: Cart; of: string } | null>(null)
  const [meanwhile, setMeanwhile] = useState<readonly ProductPriceChange[]>([])
  const stagedAt = stage && location !== undefined ? location : null

  /** Rejects in words: the dialog shows them and stays open. */
  async function place() {
    // A second press may clear what was placed. Other lines are another order.
    const of = JSON.stringify(ordered.products)
    if (ordered.products.length > 0 && done.current?.of !== of) done.current = null
    const found = done.current ? [] : await changedSince(context, delivery.location, lines, prices)
    if (found.length > 0) {
      setMeanwhile(found)
      throw new Error(CHANGED_MEANWHILE)
    }
    const order = newOrderOf(customer, ordered, delivery, today, prices)
    const reach = { engine, serverReachable, onFault }
    done.current ??= {
      placed:
        stagedAt === null
          ? await placeCart(reach, customer, ordered, order)
          : await placeStaged(reach, stagedAt, order),
      cart: ordered,
      of,
    }
    const { placed, cart } = done.current
    if (placed.kind === 'taken back') {
      done.current = null
      snackbar(placedWords(placed))
      return
    }
    checkout.forgetDelivery()
    try {
      if (stagedAt !== null && placed.kind === 'sent' && placed.order !== null)
        await clearStaged(client, stagedAt, placed.order)
    } catch (error) {
      throw new Error(`There was an issue trying to clear the items\n${errorText(error)}`, { cause: error })
    }
    await tellPlaced(engine, placed, { customer, cart, delivery })
    if (placed.kind === 'sent') await engine.pullNow().catch(() => undefined)
    go(to.orders())
  }

  return {
    place,
    stuck,
    /** The prices that changed while the dialog was open. */
    meanwhile,
    /** Starts again when the dialog is opened. */
    begin() {
      setMeanwhile([])
      done.current = null
    },
  }
}
