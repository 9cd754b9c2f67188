/** Order lists from the view of their products (C118–C120, C219). */
import { holdsWords, wordsOf } from '#contract/words.ts'
import type { ProductsByOrderList } from '#contract/order-lists/schema.ts'
import { SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'
import { errorText, isUnanswered } from '#src/api/errors.ts'
import type { Client } from '#src/api/client.ts'

export type ManagedProduct = ProductsByOrderList['all_products'][number]
export type ListName = ProductsByOrderList['order_list_names'][number]

/** A list's name among the others: its location's name, and its public one where it has one. */
export const nameOfList = ({ company_location_name, public_name }: ListName): string =>
  [company_location_name, public_name].filter(Boolean).join(' · ')

/** C263: with fewer than three characters nothing is searched for. */
export function foundProducts(products: readonly ManagedProduct[], term: string): readonly ManagedProduct[] {
  if (term.trim().length < SEARCH_MIN_CHARACTERS) return products
  const words = wordsOf(term)
  return products.filter(({ name, upc, item_code }) =>
    holdsWords(`${name} ${upc} ${item_code.item_code}`, words),
  )
}

/** Whether a list has a product, or another UPC of its item code. */
export type Standing =
  | { kind: 'on'; category: string }
  /** The list has another UPC of the same item code: this product can replace it. */
  | { kind: 'other'; product: ManagedProduct; category: string }
  | { kind: 'off' }

export function standingOn(list: number, product: ManagedProduct, all: readonly ManagedProduct[]): Standing {
  const categoryOf = ({ order_lists }: ManagedProduct) =>
    order_lists.find(({ order_list_id }) => order_list_id === list)?.category_name
  const category = categoryOf(product)
  if (category !== undefined) return { kind: 'on', category }
  for (const other of all) {
    if (other.upc === product.upc || other.item_code.item_code !== product.item_code.item_code) continue
    const theirs = categoryOf(other)
    if (theirs !== undefined) return { kind: 'other', product: other, category: theirs }
  }
  return { kind: 'off' }
}

/** The place of a product on a list. `place` counts from 0 within the category; without it the product comes last. */
export interface Spot {
  upc: string
  category: string
  place?: number
}

/** C331. Repeated with the same key, the call takes effect once. */
const call = (client: Client, list: number, act: 'add' | 'remove', spot: Spot, idempotencyKey: string) =>
  client.api('POST', `orderlists/${list}/${act}product/`, {
    body: {
      upc: spot.upc,
      category_name: spot.category,
      ...(act === 'add' && spot.place !== undefined && { place: spot.place }),
    },
    idempotencyKey,
  })

export const addToList = (client: Client, list: number, spot: Spot, key: string) =>
  call(client, list, 'add', spot, key)
export const removeFromList = (client: Client, list: number, spot: Spot, key: string) =>
  call(client, list, 'remove', spot, key)

/** The number of tries of a call whose answer was lost. */
const TRIES = 3

/** Repeats a call with the same key while no answer comes. Rejects with the last failure. */
async function insist(make: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return void (await make())
    } catch (error) {
      if (!isUnanswered(error) || tries === TRIES) throw error
    }
}

/**
 * A move that stopped halfway: the old product is off the list, or may be, and the new one is not known to be on it.
 */
export class OffTheList extends Error {
  override readonly name = 'OffTheList'
  /** Removes the old product, where it is still on the list, and adds the new one. */
  readonly moveOn: (client: Client) => Promise<void>
  /** Removes the new product, where it is on the list, and puts the old one back in its place. */
  readonly putBack: (client: Client) => Promise<void>

  constructor(
    cause: unknown,
    readonly list: number,
    readonly from: Spot,
    /** The server has confirmed that the old product is off the list. */
    readonly isCertain: boolean,
    { moveOn, putBack }: Pick<OffTheList, 'moveOn' | 'putBack'>,
  ) {
    super(errorText(cause), { cause })
    this.moveOn = moveOn
    this.putBack = putBack
  }
}

/**
 * C219: removes the old UPC, then adds the new one, in the old one's place where the category is the same. If the new
 * one is refused, it puts the old one back. Rejects with the server's error, or with `OffTheList` where neither could
 * be done, or where no answer says whether the old one was removed.
 */
export async function moveOnList(
  client: Client,
  list: number,
  from: Spot,
  to: Spot,
  newId: () => string,
): Promise<void> {
  const spot = {
    ...to,
    ...(from.category === to.category && from.place !== undefined && { place: from.place }),
  }
  const repeat = (make: typeof addToList, by: Client, of: Spot) => {
    const key = newId()
    return insist(() => make(by, list, of, key))
  }
  let isRemoved = false
  let isAddSent = false
  // The server ignores the removal of an absent product, and the adding of a present one.
  const moveOn = async (by: Client) => {
    await repeat(removeFromList, by, from)
    isRemoved = true
    isAddSent = true
    await repeat(addToList, by, spot)
  }
  const putBack = async (by: Client) => {
    // Without an answer to its adding, the new product may be on the list. Before it was sent, only another user added it.
    if (isAddSent)
      await repeat(removeFromList, by, to).catch((error: unknown) => {
        if (isUnanswered(error)) throw error
      })
    await repeat(addToList, by, from)
  }
  try {
    await moveOn(client)
  } catch (error) {
    const off = new OffTheList(error, list, from, isRemoved, { moveOn, putBack })
    // Without an answer the call may have taken effect: a person decides.
    if (isUnanswered(error)) throw off
    if (isRemoved)
      await repeat(addToList, client, from).catch(() => {
        throw off
      })
    throw error
  }
}
