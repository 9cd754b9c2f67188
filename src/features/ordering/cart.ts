/**
 * A customer's cart: what has been chosen and not ordered yet (A142). Each change gives a new cart with its total
 * reckoned anew from the display prices (A187); nothing here knows where carts are kept.
 */
import { cents, money } from '#contract/money.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { hasOriginal } from '#contract/orders/acts.ts'
import { pick } from '#contract/pick.ts'
import { piecesPrice } from '#contract/pricing.ts'
import type { Product } from '#contract/products/schema.ts'

export interface CartProduct {
  upc: string
  unit_in_cart: number
  case_in_cart: number
  added_in_cart: boolean
  /** Whether it came in as the substitute of another product (A144). */
  added_through_sub: boolean
  /** The upc of that one, where it is known (B226). */
  instead_of?: string
  /** How much of that one the cart held when the substitute came in. */
  units_originally_ordered?: number
  cases_originally_ordered?: number
  /** What a piece cost when the quantity was changed last: another price is named before it is ordered. */
  price_per_unit?: string
  price_per_case?: string
}
export interface Cart {
  products: readonly CartProduct[]
  /** A decimal with two places. */
  total: string
  /** What the server refused of it last, by the edit's id, and what is said of that; until it is placed or emptied. */
  refused?: { id: string; words: string }
}

/** How much of a product an order takes. */
export type Ordered = Pick<CartProduct, 'upc' | 'unit_in_cart' | 'case_in_cart'>

/** What a cart says of the product that a line is in place of. */
type Original = Pick<CartProduct, 'instead_of' | 'units_originally_ordered' | 'cases_originally_ordered'>

/** What the substitute of a product that is in the cart is in place of: of a substitute, of what was wanted first. */
export function originalFor(insteadOf: string, lines: readonly CartProduct[]): Original {
  const line = lines.find(({ upc }) => upc === insteadOf)
  if (!line) return { instead_of: insteadOf }
  if (line.instead_of !== undefined)
    return pick(line, ['instead_of', 'units_originally_ordered', 'cases_originally_ordered'])
  return {
    instead_of: insteadOf,
    units_originally_ordered: line.unit_in_cart,
    cases_originally_ordered: line.case_in_cart,
  }
}

/** What a call says of the product that a line is in place of. */
export interface InPlaceOf {
  original_product: string
  units_originally_ordered?: number
  cases_originally_ordered?: number
}

/** What a line that a call, or a row, says to be in place of another product is in a cart. */
export function fromOriginal(
  original: string | null | undefined,
  {
    units_originally_ordered: units,
    cases_originally_ordered: cases,
  }: {
    units_originally_ordered?: number | null | undefined
    cases_originally_ordered?: number | null | undefined
  },
): Original & Pick<CartProduct, 'added_through_sub'> {
  if (original == null) return { added_through_sub: false }
  return {
    added_through_sub: true,
    instead_of: original,
    ...(units != null && { units_originally_ordered: units }),
    ...(cases != null && { cases_originally_ordered: cases }),
  }
}

/** As a call says what a line is in place of; null for a product that is wanted itself. */
export function inPlaceOf(line: Original): InPlaceOf | null {
  const { instead_of, units_originally_ordered, cases_originally_ordered } = line
  if (instead_of === undefined) return null
  return {
    original_product: instead_of,
    ...(units_originally_ordered !== undefined && { units_originally_ordered }),
    ...(cases_originally_ordered !== undefined && { cases_originally_ordered }),
  }
}

/**
 * What an order says of the product that a line is in place of. Nothing is in place of a product that is ordered too. Of
 * two substitutes of one product, the first has how much of that was wanted.
 */
export function replacedBy(line: CartProduct, lines: readonly CartProduct[]): InPlaceOf | null {
  const original = inPlaceOf(line)
  if (!original || lines.some(({ upc }) => upc === original.original_product)) return null
  const isFirst = lines.find(({ instead_of }) => instead_of === line.instead_of) === line
  return isFirst ? original : { ...original, units_originally_ordered: 0, cases_originally_ordered: 0 }
}

/** Which of the two quantities of a product is meant. */
export type CartUnit = 'u' | 'c'
/** What a product costs, by upc; undefined for one that is not known, which counts nothing. */
export type Prices = (upc: string) => Pick<Product, 'display_unit_price' | 'display_case_price'> | undefined

const FIELD = { u: 'unit_in_cart', c: 'case_in_cart' } as const

/** A185. */
export const EMPTY_CART: Cart = { products: [], total: '0.00' }

/** What one product of the cart costs, a decimal with two places. */
export function cartLineTotal({ upc, unit_in_cart, case_in_cart }: CartProduct, prices: Prices): string {
  const price = prices(upc)
  return price
    ? piecesPrice(unit_in_cart, price.display_unit_price, case_in_cart, price.display_case_price)
    : '0.00'
}

/** A186: these products in place of whatever was there. Those with nothing of either kind are left out. */
export function wholeCart(products: readonly CartProduct[], prices: Prices): Cart {
  const kept = products.filter(({ unit_in_cart, case_in_cart }) => unit_in_cart + case_in_cart > 0)
  const total = kept.reduce((sum, product) => sum + cents(cartLineTotal(product, prices)), 0n)
  return { products: kept, total: money(total) }
}

function pricesNow(upc: string, prices: Prices): Pick<CartProduct, 'price_per_unit' | 'price_per_case'> {
  const price = prices(upc)
  return price ? { price_per_unit: price.display_unit_price, price_per_case: price.display_case_price } : {}
}

/** How an amount changes: reckoned from what it is in that moment, for two presses may come before one is drawn. */
export type AmountChange = (amount: number) => number

/** A180. */
export const addOne: AmountChange = (amount) => amount + 1
/** A181, B183: at 0 nothing happens. */
export const removeOne: AmountChange = (amount) => Math.max(0, amount - 1)
/** A182, A183, A219: nothing typed is 0. */
export const setTo =
  (typed: number): AmountChange =>
  () =>
    Math.max(0, Math.trunc(typed) || 0)

/**
 * Changes how many of a product are in the cart; one with nothing of either kind leaves it (A181, A183).
 * @param insteadOf whose substitute it comes in as; one that is in the cart already stays what it is
 */
export function changeAmount(
  cart: Cart,
  upc: string,
  unit: CartUnit,
  change: AmountChange,
  prices: Prices,
  insteadOf?: string,
): Cart {
  const known = cart.products.find((product) => product.upc === upc)
  const original = insteadOf === undefined ? null : originalFor(insteadOf, cart.products)
  // What was wanted first, chosen again, is in place of nothing.
  const isSubstitute = original !== null && original.instead_of !== upc
  const before: CartProduct = known ?? {
    upc,
    unit_in_cart: 0,
    case_in_cart: 0,
    added_in_cart: true,
    added_through_sub: isSubstitute,
    ...(isSubstitute && original),
  }
  const changed = { ...before, [FIELD[unit]]: change(before[FIELD[unit]]), ...pricesNow(upc, prices) }
  const products = known
    ? cart.products.map((product) => (product === known ? changed : product))
    : [...cart.products, changed]
  return changedCart(cart, products, prices)
}

/** The same cart with these products; why its last order was refused stays until it is empty. */
function changedCart({ refused }: Cart, products: readonly CartProduct[], prices: Prices): Cart {
  const cart = wholeCart(products, prices)
  return refused && cart.products.length > 0 ? { ...cart, refused } : cart
}

/** The cart without a product. */
export const takeOut = (cart: Cart, upc: string, prices: Prices): Cart =>
  changedCart(
    cart,
    cart.products.filter((line) => line.upc !== upc),
    prices,
  )

/** What the person saw of a line: when they changed it last, else what `shown` says. */
export const seenPrices = (lines: readonly CartProduct[], shown: Prices): Prices => {
  const own = new Map(lines.map((line) => [line.upc, line]))
  return (upc) => {
    const { price_per_unit, price_per_case } = own.get(upc) ?? {}
    return price_per_unit === undefined || price_per_case === undefined
      ? shown(upc)
      : { display_unit_price: price_per_unit, display_case_price: price_per_case }
  }
}

/** The cart without what was ordered of it, as far as it holds that still; everything else stays. */
export function withoutOrdered<T extends Cart>(cart: T, ordered: readonly Ordered[]): T {
  const gone = new Map(ordered.map((line) => [line.upc, line]))
  const products = cart.products.map((line) => {
    const { unit_in_cart = 0, case_in_cart = 0 } = gone.get(line.upc) ?? {}
    return {
      ...line,
      unit_in_cart: Math.max(0, line.unit_in_cart - unit_in_cart),
      case_in_cart: Math.max(0, line.case_in_cart - case_in_cart),
    }
  })
  const seen = seenPrices(products, () => undefined)
  const { refused, ...rest } = cart
  const left = wholeCart(products, seen)
  return { ...rest, ...left, ...(refused && left.products.length > 0 && { refused }) } as T
}

/** Whether the cart holds all of this. */
export function holdsAll(cart: Cart, lines: readonly Ordered[]): boolean {
  const held = new Map(cart.products.map((line) => [line.upc, line]))
  return lines.every(({ upc, unit_in_cart, case_in_cart }) => {
    const line = held.get(upc)
    return line !== undefined && line.unit_in_cart >= unit_in_cart && line.case_in_cart >= case_in_cart
  })
}

/** The cart with what had left it for the server and was refused, beside what was put in meanwhile. */
export function putBack(cart: Cart, back: Pick<Cart, 'products' | 'total'>): Cart {
  const products = new Map(cart.products.map((line) => [line.upc, line]))
  for (const line of back.products) {
    const before = products.get(line.upc)
    products.set(line.upc, {
      ...(before ?? line),
      unit_in_cart: (before?.unit_in_cart ?? 0) + line.unit_in_cart,
      case_in_cart: (before?.case_in_cart ?? 0) + line.case_in_cart,
    })
  }
  return { ...cart, products: [...products.values()], total: money(cents(cart.total) + cents(back.total)) }
}

/** A128, A130; readings, "Replicate": what an order asked for, a product once. */
export function cartOfOrder(
  items: readonly Pick<
    OrderItemRow,
    | 'product'
    | 'original_product'
    | 'units_ordered'
    | 'cases_ordered'
    | 'units_originally_ordered'
    | 'cases_originally_ordered'
  >[],
  prices: Prices,
): Cart {
  const products = new Map<string, CartProduct>()
  for (const item of items) {
    const { product: upc, original_product, units_ordered, cases_ordered } = item
    const before = products.get(upc)
    products.set(upc, {
      upc,
      unit_in_cart: (before?.unit_in_cart ?? 0) + units_ordered,
      case_in_cart: (before?.case_in_cart ?? 0) + cases_ordered,
      added_in_cart: true,
      ...fromOriginal(original_product, hasOriginal(item) ? item : {}),
      ...(before && { added_through_sub: before.added_through_sub }),
      ...pricesNow(upc, prices),
    })
  }
  return wholeCart([...products.values()], prices)
}
