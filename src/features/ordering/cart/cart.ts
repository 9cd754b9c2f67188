/**
 * A customer's cart: the products that are chosen and not ordered yet (A142). Each change returns a new cart, whose
 * total is calculated again from the display prices (A187). This module does not know where carts are stored.
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
  /** Whether the product was added as the substitute of another one (A144). */
  added_through_sub: boolean
  /** The upc of that product, where it is known (B226). */
  instead_of?: string
  /** The quantity of that product in the cart when the substitute was added. */
  units_originally_ordered?: number
  cases_originally_ordered?: number
  /** The price of a piece when the quantity last changed. A different price is shown before the order is placed. */
  price_per_unit?: string
  price_per_case?: string
}
/** The location, the day (`YYYY-MM-DD`) and the note of an order that was refused. */
export interface RefusedDelivery {
  location?: number
  day?: string
  note?: string
}
export interface Refusal {
  /** The id of the refused edit. */
  id: string
  /** The words to show. */
  words: string
  /** The delivery of a refused order. It is offered again as long as one of the order's products is in the cart. */
  delivery?: RefusedDelivery
  /** The products of that order, by upc. Missing where an older version of the app stored the refusal. */
  products?: readonly string[]
}
export interface Cart {
  products: readonly CartProduct[]
  /** A decimal with two places. */
  total: string
  /**
   * The last refusal by the server. It stays until the cart is placed or emptied.
   */
  refused?: Refusal
}

/** The quantity of a product in an order. */
export type Ordered = Pick<CartProduct, 'upc' | 'unit_in_cart' | 'case_in_cart'>

/** The cart's facts of the product that a line replaces. */
type Original = Pick<CartProduct, 'instead_of' | 'units_originally_ordered' | 'cases_originally_ordered'>

/**
 * Returns what a substitute of `insteadOf` replaces. If `insteadOf` is a substitute itself, that is the product it
 * replaces.
 */
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

/** A call's facts of the product that a line replaces. */
export interface InPlaceOf {
  original_product: string
  units_originally_ordered?: number
  cases_originally_ordered?: number
}

/** Returns the cart's facts of a line that replaces another product according to a call or a row. */
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

/** Returns the call's facts of the product that a line replaces; null for a line that replaces none. */
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
 * Returns the order's facts of the product that a line replaces. A product that is ordered too is not replaced. Only
 * the first of two substitutes of one product has that product's quantity.
 */
export function replacedBy(line: CartProduct, lines: readonly CartProduct[]): InPlaceOf | null {
  const original = inPlaceOf(line)
  if (!original || lines.some(({ upc }) => upc === original.original_product)) return null
  const isFirst = lines.find(({ instead_of }) => instead_of === line.instead_of) === line
  return isFirst ? original : { ...original, units_originally_ordered: 0, cases_originally_ordered: 0 }
}

/** One of the two quantities of a product. */
export type CartUnit = 'u' | 'c'
/** The price of a product, by upc; undefined for an unknown one, which adds nothing to a total. */
export type Prices = (upc: string) => Pick<Product, 'display_unit_price' | 'display_case_price'> | undefined

const FIELD = { u: 'unit_in_cart', c: 'case_in_cart' } as const

/** A185. */
export const EMPTY_CART: Cart = { products: [], total: '0.00' }

/** Returns the price of one product's line, a decimal with two places. */
export function cartLineTotal({ upc, unit_in_cart, case_in_cart }: CartProduct, prices: Prices): string {
  const price = prices(upc)
  return price
    ? piecesPrice(unit_in_cart, price.display_unit_price, case_in_cart, price.display_case_price)
    : '0.00'
}

/** A186: a cart with exactly these products. Those with neither units nor cases are left out. */
export function wholeCart(products: readonly CartProduct[], prices: Prices): Cart {
  const kept = products.filter(({ unit_in_cart, case_in_cart }) => unit_in_cart + case_in_cart > 0)
  const total = kept.reduce((sum, product) => sum + cents(cartLineTotal(product, prices)), 0n)
  return { products: kept, total: money(total) }
}

function pricesNow(upc: string, prices: Prices): Pick<CartProduct, 'price_per_unit' | 'price_per_case'> {
  const price = prices(upc)
  return price ? { price_per_unit: price.display_unit_price, price_per_case: price.display_case_price } : {}
}

/** A change of a quantity, applied to the current one: two presses may come before the first is drawn. */
export type AmountChange = (amount: number) => number

/** A180. */
export const addOne: AmountChange = (amount) => amount + 1
/** A181, B183: at 0 nothing happens. */
export const removeOne: AmountChange = (amount) => Math.max(0, amount - 1)
/** A182, A183, A219: an empty text means 0. */
export const setTo =
  (typed: number): AmountChange =>
  () =>
    Math.max(0, Math.trunc(typed) || 0)

/**
 * Changes the quantity of a product in the cart. A product with neither units nor cases leaves it (A181, A183).
 * @param insteadOf the product that it is added as a substitute of; a product that is in the cart already does not
 *   become a substitute
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
  // The original product, chosen again, replaces none.
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

/** The same cart with these products. The reason for the last refusal stays until the cart is empty. */
function changedCart({ refused }: Cart, products: readonly CartProduct[], prices: Prices): Cart {
  const cart = wholeCart(products, prices)
  return { ...cart, ...stillRefused(refused, cart.products) }
}

/** The last refusal, as far as it is about these products. */
function stillRefused(refused: Refusal | undefined, left: readonly CartProduct[]): Pick<Cart, 'refused'> {
  if (!refused || left.length === 0) return {}
  const { id, words, products } = refused
  const isOver = products?.every((upc) => !left.some((line) => line.upc === upc))
  return { refused: isOver ? { id, words } : refused }
}

/** The cart without a product. */
export const takeOut = (cart: Cart, upc: string, prices: Prices): Cart =>
  changedCart(
    cart,
    cart.products.filter((line) => line.upc !== upc),
    prices,
  )

/** The prices that the person saw: those of the last change of a line, else those of `shown`. */
export const seenPrices = (lines: readonly CartProduct[], shown: Prices): Prices => {
  const own = new Map(lines.map((line) => [line.upc, line]))
  return (upc) => {
    const { price_per_unit, price_per_case } = own.get(upc) ?? {}
    return price_per_unit === undefined || price_per_case === undefined
      ? shown(upc)
      : { display_unit_price: price_per_unit, display_case_price: price_per_case }
  }
}

/** The cart without the ordered quantities, as far as it still holds them. All else stays. */
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
  return { ...rest, ...left, ...stillRefused(refused, left.products) } as T
}

/** Whether the cart holds all of these lines. */
export function holdsAll(cart: Cart, lines: readonly Ordered[]): boolean {
  const held = new Map(cart.products.map((line) => [line.upc, line]))
  return lines.every(({ upc, unit_in_cart, case_in_cart }) => {
    const line = held.get(upc)
    return line !== undefined && line.unit_in_cart >= unit_in_cart && line.case_in_cart >= case_in_cart
  })
}

/** Returns the cart with lines that had left it for the server and were refused, added to those put in meanwhile. */
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

/** A128, A130; readings, "Replicate": a cart with an order's products, each once. */
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
      // The first of several lines of a product says what they replace.
      ...(before ?? {
        upc,
        added_in_cart: true,
        ...fromOriginal(original_product, hasOriginal(item) ? item : {}),
        ...pricesNow(upc, prices),
      }),
      unit_in_cart: (before?.unit_in_cart ?? 0) + units_ordered,
      case_in_cart: (before?.case_in_cart ?? 0) + cases_ordered,
    })
  }
  return wholeCart([...products.values()], prices)
}
