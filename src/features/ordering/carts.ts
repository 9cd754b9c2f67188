/**
 * Where carts are kept: on the device, one a customer, for the person who is signed in (A002, A143). They are small
 * facts of this device, so they are not sent; an order is made of a cart when somebody places it.
 */
import type { Engine } from '#src/sync/engine.ts'
import { EMPTY_CART, type Cart } from './cart.ts'
import type { Customer } from './customers.ts'

const CURRENT = 'cart customer'
const CART_PREFIX = 'cart of '
/** The name under which `engine.remember` keeps a customer's cart. */
export const cartName = (customer: number) => `${CART_PREFIX}${customer}`

/** How many of a person's facts, by name, are carts with something in them. */
export const countCarts = (facts: ReadonlyMap<string, unknown>): number =>
  [...facts].filter(([name, value]) => name.startsWith(CART_PREFIX) && (value as Cart).products.length > 0)
    .length

/** Whose cart is shown; undefined until somebody is chosen. */
export async function readCustomer(engine: Engine): Promise<Customer | undefined> {
  const kept = await engine.recall<Partial<Customer>>(CURRENT)
  // A device of before this release kept less of them.
  return kept?.company_location_data ? (kept as Customer) : undefined
}

export const readCart = async (engine: Engine, customer: number): Promise<Cart> =>
  (await engine.recall<Cart>(cartName(customer))) ?? EMPTY_CART

/** Changes a cart from what it is in that moment: two presses may come before the first is on the screen. */
export const changeCart = (engine: Engine, customer: number, change: (cart: Cart) => Cart): Promise<void> =>
  engine.amend<Cart>(cartName(customer), (cart) => change(cart ?? EMPTY_CART))

/** A188: makes a customer the current one, with an empty cart where they had none. */
export async function chooseCustomer(engine: Engine, customer: Customer): Promise<void> {
  await changeCart(engine, customer.id, (cart) => cart)
  await engine.remember(CURRENT, customer)
}

/** C223: nobody is chosen any more. Their carts stay. */
export const chooseNobody = (engine: Engine): Promise<void> => engine.remember(CURRENT, undefined)

/** Puts a cart in place of the customer's, whose cart is the shown one from now on. */
export async function showCart(engine: Engine, customer: Customer, cart: Cart): Promise<void> {
  await engine.remember(cartName(customer.id), cart)
  await chooseCustomer(engine, customer)
}
