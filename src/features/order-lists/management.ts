/** Order lists seen from their products (C118–C120, C219). */
import { holdsWords, wordsOf } from '#contract/words.ts'
import type { ProductsByOrderList } from '#contract/order-lists/schema.ts'
import { SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'
import { ApiError, errorText, NetworkError } from '#src/api/errors.ts'
import type { Client } from '#src/api/client.ts'

export type ManagedProduct = ProductsByOrderList['all_products'][number]
export type ListName = ProductsByOrderList['order_list_names'][number]

/** What a list is called among the others: its location's name, and its public one where it has one. */
export const nameOfList = ({ company_location_name, public_name }: ListName): string =>
  [company_location_name, public_name].filter(Boolean).join(' · ')

/** C263: with fewer characters than three nothing is searched for. */
export function foundProducts(products: readonly ManagedProduct[], term: string): readonly ManagedProduct[] {
  if (term.trim().length < SEARCH_MIN_CHARACTERS) return products
  const words = wordsOf(term)
  return products.filter(({ name, upc, item_code }) =>
    holdsWords(`${name} ${upc} ${item_code.item_code}`, words),
  )
}

/** Where a product stands with a list. */
export type Standing =
  | { kind: 'on'; category: string }
  /** Another UPC of the same item code is on the list: this one can take its place. */
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

/** Where a product is on a list. `place` counts from 0 within the category; without it the product comes last. */
export interface Spot {
  upc: string
  category: string
  place?: number
}

/** C331. Repeated with the same key, it is done once. */
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

/** The call may have been done: no answer came, or that of a gateway or of a server in trouble. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

/** A call whose answer was lost is made this often in all. */
const TRIES = 3

/** Makes a call again, with the same key, where no answer came. Rejects with the last failure. */
async function insist(make: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return void (await make())
    } catch (error) {
      if (!isUnanswered(error) || tries === TRIES) throw error
    }
}

/** A move that stopped in the middle: the old product is off the list, and the new one is not on it as far as is known. */
export class OffTheList extends Error {
  override readonly name = 'OffTheList'
  /** Puts the new product there. */
  readonly moveOn: (client: Client) => Promise<void>
  /** Puts the old product back in its place. */
  readonly putBack: (client: Client) => Promise<void>

  constructor(
    cause: unknown,
    readonly list: number,
    readonly from: Spot,
    { moveOn, putBack }: Pick<OffTheList, 'moveOn' | 'putBack'>,
  ) {
    super(errorText(cause), { cause })
    this.moveOn = moveOn
    this.putBack = putBack
  }
}

/**
 * C219: the old UPC goes first, then the new one comes, in the old one's place where the category is the same. Where the new one is
 * refused, the old one is put back. Rejects with what the server said, or with `OffTheList` where neither could be done.
 */
export async function moveOnList(
  client: Client,
  list: number,
  from: Spot,
  to: Spot,
  newId: () => string,
): Promise<void> {
  const [addKey, backKey] = [newId(), newId()]
  const spot = {
    ...to,
    ...(from.category === to.category && from.place !== undefined && { place: from.place }),
  }
  const moveOn = (by: Client) => insist(() => addToList(by, list, spot, addKey))
  const putBack = (by: Client) => insist(() => addToList(by, list, from, backKey))
  await removeFromList(client, list, from, newId())
  try {
    await moveOn(client)
  } catch (error) {
    const off = new OffTheList(error, list, from, { moveOn, putBack })
    // Without an answer the new one may be there: a person decides.
    if (isUnanswered(error)) throw off
    await putBack(client).catch(() => {
      throw off
    })
    throw error
  }
}
