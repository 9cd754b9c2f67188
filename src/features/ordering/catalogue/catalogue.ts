/** An order list for a person who orders from it: its categories with their products, filtered by the typed text. */
import { holdsWords, wordsOf } from '#contract/words.ts'
import type { OrderList } from '#contract/order-lists/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'

export interface CatalogueCategory {
  name: string
  products: Product[]
}

/** One block of the list: the head of a category, or a row of its products. */
export interface Block {
  key: string
  category: CatalogueCategory
  /** null: the block is a head. */
  products: readonly Product[] | null
}
/** The blocks of one category that are in the page, in order. */
export interface Section {
  key: string
  category: CatalogueCategory
  /** The place of its head among all blocks; null where the head is not in the page. */
  headAt: number | null
  /** `at` is the block's place among all. */
  rows: { at: number; products: readonly Product[] }[]
}

/** A071: whether the text is applied: an empty one, or one that is long enough. */
export const isSearch = (typed: string): boolean =>
  typed.trim() === '' || typed.trim().length >= SEARCH_MIN_CHARACTERS

/** Whether every typed word is in the product's name, code or item code. */
const isFound = ({ name, upc, item_code, size }: Product, words: readonly string[]): boolean =>
  holdsWords(`${name} ${size} ${upc} ${item_code.item_code}`, words)

/** The customer's other products that a search covers. */
interface Elsewhere {
  /** The customer's lists, including the one on show. */
  lists: readonly OrderList[]
  /** The upcs of the recent orders, which come first. */
  lately: readonly string[]
}

export const listName = ({ public_name, company_location_name }: OrderList): string =>
  public_name || company_location_name

/**
 * A001, A067: the products by category, in the list's order. A search leaves out categories without a match. It also
 * finds the products of the customer's other lists and recent orders, and shows them below.
 */
export function catalogueOf(
  list: OrderList,
  products: ReadonlyMap<string, Product>,
  search: string,
  { lists, lately }: Elsewhere = { lists: [], lately: [] },
): CatalogueCategory[] {
  const words = wordsOf(search)
  const productsOf = (upcs: readonly string[]) => upcs.flatMap((upc) => products.get(upc) ?? [])
  const categoriesOf = ({ categories }: OrderList): CatalogueCategory[] =>
    categories.map(({ category_name, rows }) => ({
      name: category_name,
      products: productsOf(rows.map(({ product_id }) => product_id)),
    }))
  const shown = categoriesOf(list)
  if (words.length === 0) return shown

  const seen = new Set(shown.flatMap((category) => category.products.map(({ upc }) => upc)))
  const notSeen = ({ upc }: Product) => !seen.has(upc) && seen.add(upc)
  const others = lists
    .filter(({ id }) => id !== list.id)
    .flatMap((other) =>
      categoriesOf(other).map((category) => ({
        name: `${listName(other)} · ${category.name}`,
        products: category.products.filter(notSeen),
      })),
    )
  const before = { name: 'Ordered before', products: productsOf(lately).filter(notSeen) }
  const rank = new Map(lately.map((upc, n) => [upc, n]))
  const rankOf = ({ upc }: Product) => rank.get(upc) ?? lately.length
  return [...shown, ...others, before]
    .map(({ name, products: all }) => ({
      name,
      products: all.filter((product) => isFound(product, words)).toSorted((a, b) => rankOf(a) - rankOf(b)),
    }))
    .filter((category) => category.products.length > 0)
}

/** The place of a category's head among the blocks. */
export const headOf = (blocks: readonly Block[], category: CatalogueCategory): number =>
  blocks.findIndex((block) => block.category === category)

/** The categories as blocks, with that many products side by side. */
export const blocksOf = (categories: readonly CatalogueCategory[], across: number): Block[] =>
  categories.flatMap((category, n) => {
    const blocks: Block[] = [{ key: `${n}`, category, products: null }]
    for (let from = 0; from < category.products.length; from += across) {
      const products = category.products.slice(from, from + across)
      blocks.push({ key: `${n} ${products[0]!.upc} ${from}`, category, products })
    }
    return blocks
  })

/** A range of the blocks, by category. */
export function sectionsOf(blocks: readonly Block[], from: number, to: number): Section[] {
  const sections: Section[] = []
  for (let at = from; at < to; at++) {
    const { key, category, products } = blocks[at]!
    let last = sections.at(-1)
    if (last?.category !== category) {
      last = { key: key.split(' ')[0]!, category, headAt: null, rows: [] }
      sections.push(last)
    }
    if (products) last.rows.push({ at, products })
    else last.headAt = at
  }
  return sections
}
