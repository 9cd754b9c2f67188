/** Order lists seen from their products (C118–C120, C219). */
import { holdsWords, wordsOf } from '#src/ui/words.ts'
import type { ProductsByOrderList } from '#contract/order-lists/schema.ts'
import { SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'

export type ListedProduct = ProductsByOrderList['all_products'][number]
export type ListName = ProductsByOrderList['order_list_names'][number]

/** What a list is called among the others: its location's name, and its public one where it has one. */
export const nameOfList = ({ company_location_name, public_name }: ListName): string =>
  [company_location_name, public_name].filter(Boolean).join(' · ')

/** C263: with fewer characters than three nothing is searched for. */
export function searchProducts(products: readonly ListedProduct[], term: string): readonly ListedProduct[] {
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
  | { kind: 'other'; product: ListedProduct; category: string }
  | { kind: 'off' }

export function standingOn(list: number, product: ListedProduct, all: readonly ListedProduct[]): Standing {
  const categoryOf = ({ order_lists }: ListedProduct) =>
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

/** C331. */
const call = (client: Client, list: number, act: 'add' | 'remove', upc: string, category_name: string) =>
  client.api('POST', `orderlists/${list}/${act}product/`, { body: { upc, category_name } })

export const addToList = (client: Client, list: number, upc: string, category: string) =>
  call(client, list, 'add', upc, category)
export const removeFromList = (client: Client, list: number, upc: string, category: string) =>
  call(client, list, 'remove', upc, category)

/**
 * C219: the old UPC goes first, then the new one comes. Where that fails the old one is put back, so that nobody is left
 * without either. Rejects with what the server said.
 */
export async function moveOnList(
  client: Client,
  list: number,
  from: { upc: string; category: string },
  to: { upc: string; category: string },
): Promise<void> {
  await removeFromList(client, list, from.upc, from.category)
  try {
    await addToList(client, list, to.upc, to.category)
  } catch (error) {
    await addToList(client, list, from.upc, from.category).catch(() => undefined)
    throw error
  }
}
