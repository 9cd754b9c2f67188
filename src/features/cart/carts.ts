/**
 * Where carts are kept: on the device, one a customer, for the person who is signed in (A002, A143). They are small
 * facts of this device, so they are not sent; an order is made of a cart when somebody places it.
 */
import type { Engine } from '#src/sync/engine.ts'
import { EMPTY_CART, type Cart } from './cart.ts'

const CURRENT = 'cart customer'
const nameOf = (customer: number) => `cart of ${customer}`

export interface CartCustomer {
  id: number
  username: string
}

/** Whose cart is shown; a customer's own, until somebody is chosen. */
export const readCustomer = (engine: Engine): Promise<CartCustomer | undefined> => engine.recall(CURRENT)

export const readCart = async (engine: Engine, customer: number): Promise<Cart> =>
  (await engine.recall<Cart>(nameOf(customer))) ?? EMPTY_CART

export const writeCart = (engine: Engine, customer: number, cart: Cart): Promise<void> =>
  engine.remember(nameOf(customer), cart)

/** Puts a cart in place of the customer's, whose cart is the shown one from now on. */
export async function showCart(engine: Engine, customer: CartCustomer, cart: Cart): Promise<void> {
  await writeCart(engine, customer.id, cart)
  await engine.remember(CURRENT, customer)
}
