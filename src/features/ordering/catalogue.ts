/** An order list as somebody orders from it: its categories with their products, narrowed by what is typed. */
import { holdsWords, wordsOf } from '#src/ui/words.ts'
import type { OrderList } from '#contract/order-lists/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'

export interface Category {
  name: string
  products: Product[]
}

/** A071: applied when nothing is typed, or enough. */
export const isSearch = (typed: string): boolean =>
  typed.trim() === '' || typed.trim().length >= SEARCH_MIN_CHARACTERS

/** Every typed word is in its name, its code or its item code. */
const isFound = ({ name, upc, item_code, size }: Product, words: readonly string[]): boolean =>
  holdsWords(`${name} ${size} ${upc} ${item_code.item_code}`, words)

/** A001, A067: by category, as the list has them. A search leaves out categories in which it finds nothing. */
export function catalogueOf(
  list: OrderList,
  products: ReadonlyMap<string, Product>,
  search: string,
): Category[] {
  const words = wordsOf(search)
  const categories = list.categories.map(({ category_name, rows }) => ({
    name: category_name,
    products: rows
      .flatMap(({ product_id }) => products.get(product_id) ?? [])
      .filter((product) => isFound(product, words)),
  }))
  return words.length === 0 ? categories : categories.filter((category) => category.products.length > 0)
}
