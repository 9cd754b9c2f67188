/** The two steps of `/cart`: what is ordered at which prices, then where and when; and why it cannot go on as it is. */
import { can } from '#contract/permissions.ts'
import type { CompanyLocation } from '#contract/people/schema.ts'
import { useOrderingTerms, useToday } from '#src/kit/use-today.ts'
import { useState, type ReactNode } from 'react'
import {
  changeAmount,
  seenPrices,
  takeOut,
  wholeCart,
  type Cart,
  type CartProduct,
  type Prices,
  type OrderingCustomer,
  lineProblem,
  changedPrices,
  type ProductPriceChange,
  pricesFrom,
  useOffer,
  type CurrentCustomer,
  type OrderingOffer,
  type OrderingContext,
} from '../cart/index.ts'
import { latenessOf, type Lateness, type Delivery } from '../placing/index.ts'
import { type ProductActs, useProductDialogs, useOrderedLately } from '../products/index.ts'
import { useDelivery } from './use-delivery.ts'
import { useStaged, type Staged } from './use-staged.ts'

/** Readings, "People and roles": who picks sees the screen, and what they cannot do on it. */
const MAY_NOT = 'Your role may not place orders.'

interface CheckoutOptions {
  context: OrderingContext
  customer: OrderingCustomer
  /** B050: the staged order of the customer's first location in place of their cart. */
  isStaged: boolean
  current: CurrentCustomer
}

export interface Checkout {
  /** "Cart" or "Staged Order". */
  name: string
  /** The customer's first location, which has the staged order. */
  location: number | undefined
  /** Null for a cart. */
  stage: Staged | null
  step: number
  show: (step: number) => void

  lines: readonly CartProduct[]
  /** The lines that are ordered, with their total at the prices of now. */
  ordered: Cart
  offer: OrderingOffer
  prices: Prices
  /** Prices that are others than the first step showed. */
  changed: readonly ProductPriceChange[]
  /** Why a line cannot be ordered as it is; null where it can. */
  problemOf: (line: CartProduct) => string | null
  acts: ProductActs
  /** The dialogs of the products. */
  dialog: ReactNode
  remove: (upc: string) => void

  today: string
  delivery: Delivery
  deliver: (change: Partial<Delivery>) => void
  /** Forgets what the tab keeps of the delivery, after the order is placed. */
  forgetDelivery: () => void
  shipTo: CompanyLocation | undefined
  dayProblem: string | null
  late: Lateness | null

  /** Why this person may not order; false where they may. */
  mayNot: string | false
  /** Why it cannot be confirmed; falsy where it can. */
  why: string | false | undefined
  /** Whether the lines are only to be looked at. */
  isStill: boolean
}

/** One customer's shopping: what the parts of `/cart` are drawn from. */
export interface CustomerCheckout {
  context: OrderingContext
  customer: OrderingCustomer
  current: CurrentCustomer
  checkout: Checkout
}

export function useCheckout({
  context,
  customer,
  isStaged,
  current: { cart, setCart },
}: CheckoutOptions): Checkout {
  const { engine, serverReachable } = context
  const name = isStaged ? 'Staged Order' : 'Cart'
  const [location] = customer.company_location
  const stage = useStaged(context, location, isStaged)
  const lines = isStaged ? stage.products : cart.products
  const [step, setStep] = useState(0)
  const { today, tomorrow } = useToday(engine)
  const { delivery, deliver, forget } = useDelivery({
    name: `${engine.user.id}/${isStaged ? 'staged order' : 'cart'}/${customer.id}`,
    usual: { location: location ?? 0, day: tomorrow, note: '' },
    refused: isStaged ? undefined : cart.refused,
    locations: customer.company_location,
    today,
    isEmpty: lines.length === 0,
  })
  const offer = useOffer(
    context,
    customer,
    lines.flatMap(({ upc, instead_of }) => [upc, ...(instead_of === undefined ? [] : [instead_of])]),
    { shipTo: delivery.location || undefined, isExact: step === 1 },
  )
  const prices = pricesFrom(offer.products)
  const ordered = wholeCart(lines, prices)
  const { acts, dialog } = useProductDialogs({
    context,
    customer,
    lines,
    lately: useOrderedLately(engine, customer),
    onChange: isStaged
      ? stage.change
      : ({ upc }, unit, how, of) =>
          setCart((before) => changeAmount(before, upc, unit, how, prices, of?.insteadOf)),
  })
  /** What was shown when the person went on to confirm. */
  const [shownBefore, setShownBefore] = useState<Prices>(() => prices)
  const dayProblem = delivery.day < today ? 'This day is over. Choose another one.' : null
  const { clock, terms } = useOrderingTerms(engine)
  const shipTo = customer.company_location_data.find(({ id }) => id === delivery.location)

  // Without the server a product that is not here may only not have come yet.
  const isAsked = serverReachable && !offer.loading
  const problemOf = (line: CartProduct) => {
    const product = offer.products.get(line.upc)
    return product || isAsked ? lineProblem(line, product) : null
  }
  const unsold = lines.map(problemOf).find((one) => one !== null)
  const mayNot = !can(context.person, 'orders.place') && MAY_NOT

  return {
    name,
    location,
    stage: isStaged ? stage : null,
    step,
    show(next) {
      if (next === 1 && step === 0) setShownBefore(() => prices)
      setStep(next)
      window.scrollTo({ top: 0 })
    },
    lines,
    ordered,
    offer,
    prices,
    changed: step === 1 ? changedPrices(lines, seenPrices(lines, shownBefore), prices) : [],
    problemOf,
    acts,
    dialog,
    remove: isStaged ? stage.remove : (upc) => setCart((before) => takeOut(before, upc, prices)),
    today,
    delivery,
    deliver,
    forgetDelivery: forget,
    shipTo,
    dayProblem,
    late: dayProblem ? null : latenessOf(clock, terms, delivery.day, shipTo),
    mayNot,
    why:
      mayNot ||
      (ordered.products.length === 0 && `The ${name.toLowerCase()} is empty.`) ||
      (unsold && `${unsold} Take it out first.`) ||
      (step === 1 && dayProblem ? dayProblem : false),
    isStill: step === 1 || Boolean(mayNot) || (isStaged && !stage.isHere),
  }
}
