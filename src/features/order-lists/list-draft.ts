/** An order list while somebody edits it (C220): nothing leaves the screen before it is saved. */
import { categoriesProblem, type Category, type OrderListPatch } from '#contract/order-lists/edit.ts'
import type { OrderList } from '#contract/order-lists/schema.ts'
import { sameJson } from '#contract/sync/merge.ts'
import { z } from 'zod'

/** C161: a row says its product by its code, or carries it. */
const Listed = z.object({ upc: z.string(), name: z.string(), active: z.boolean(), is_primary: z.boolean() })
const Row = z.object({ product_id: z.string().optional(), products: z.array(Listed).optional() })
export const ReadList = z.object({
  id: z.int(),
  public_name: z.string().default(''),
  company_location: z.int().nullable(),
  company_location_name: z.string().default(''),
  visible: z.boolean(),
  categories: z.array(z.object({ category_name: z.string(), rows: z.array(Row) })),
})
export type ReadList = z.infer<typeof ReadList>

/** What the screen knows of a product. */
export interface KnownProduct {
  upc: string
  name: string
  active: boolean
}
export interface Known {
  products: ReadonlyMap<string, KnownProduct>
  /** Whether that is all there are: before, nobody can say that a product is missing. */
  isWhole: boolean
}

type Saved = Pick<OrderList, 'company_location' | 'visible'> & { categories: Category[] }

export interface Draft extends Saved {
  /** Of a new list its own for the time being (C328). */
  id: number | string
  public_name: string
  /** As the server has it; null where it has none. */
  saved: Saved | null
}

const codesOf = (row: z.infer<typeof Row>): string[] =>
  row.product_id === undefined ? (row.products ?? []).map(({ upc }) => upc) : [row.product_id]

export function draftOf(list: ReadList): Draft {
  const categories = list.categories.map(({ category_name, rows }) => ({
    category_name,
    rows: rows.flatMap(codesOf).map((product_id) => ({ product_id })),
  }))
  const saved = { company_location: list.company_location, visible: list.visible, categories }
  return { ...saved, id: list.id, public_name: list.public_name, saved }
}

export const newDraft = (id: string, company_location: number): Draft => ({
  id,
  public_name: '',
  company_location,
  visible: true,
  categories: [],
  saved: null,
})

/** The products that the lists' rows carry. */
export const carriedBy = (lists: readonly ReadList[]): KnownProduct[] =>
  lists.flatMap(({ categories }) =>
    categories.flatMap(({ rows }) => rows.flatMap(({ products }) => products ?? [])),
  )

export const isChanged = ({ saved, company_location, visible, categories }: Draft): boolean =>
  !sameJson(saved, { company_location, visible, categories })

const isMissing = ({ products, isWhole }: Known, upc: string) => isWhole && !products.has(upc)

/** The products of the list that nobody knows (C378). */
export const missingFrom = ({ categories }: Draft, known: Known): string[] => [
  ...new Set(
    categories
      .flatMap(({ rows }) => rows.map(({ product_id }) => product_id))
      .filter((upc) => isMissing(known, upc)),
  ),
]

/** C379: the list as it can be saved, without the products that nobody knows. */
const savable = (draft: Draft, known: Known): Category[] =>
  draft.categories.map(({ category_name, rows }) => ({
    category_name: category_name.trim(),
    rows: rows.filter(({ product_id }) => !isMissing(known, product_id)),
  }))

/** Why the list cannot be saved yet; null where it can. */
export function saveProblem(draft: Draft, known: Known): string | null {
  const categories = savable(draft, known)
  if (categories.some(({ category_name }) => category_name === '')) return 'A category needs a name.'
  const problem = categoriesProblem(categories)
  return problem && problem[0]!.toUpperCase() + problem.slice(1) + (problem.endsWith('.') ? '' : '.')
}

export interface SaveCall {
  method: 'POST' | 'PATCH'
  path: string
  body: OrderListPatch | (Omit<OrderListPatch, 'id' | 'base'> & { id: string })
}

/** C326, C327. What somebody else has changed since is a clash (docs/decisions/0032). */
export function saveCall(draft: Draft, known: Known): SaveCall {
  const { id, company_location, visible, saved } = draft
  const categories = savable(draft, known)
  if (typeof id === 'string')
    return { method: 'POST', path: 'orderlists/', body: { company_location, categories, visible, id } }
  const body = { id, company_location, categories, visible, ...(saved && { base: saved }) }
  return { method: 'PATCH', path: `orderlists/${id}`, body }
}

/** Why a product cannot be added (C261); null where it can. A product is on a list once. */
export function addProblem(
  draft: Draft | undefined,
  location: number | null,
  at: number | null,
  upc: string | null,
): string | null {
  if (location === null) return 'Choose a customer location.'
  if (!draft) return 'Choose an order list.'
  if (at === null || !draft.categories[at]) return 'Choose a category.'
  if (upc === null) return 'Choose a product.'
  const there = draft.categories.find(({ rows }) => rows.some(({ product_id }) => product_id === upc))
  return there ? `It is on the list already, in "${there.category_name}".` : null
}

/** Why a category cannot be added (C260); null where it can. */
export function addCategoryProblem(
  draft: Draft | undefined,
  location: number | null,
  name: string,
): string | null {
  if (location === null) return 'Choose a customer location.'
  if (!draft) return 'Choose an order list.'
  if (name.trim() === '') return 'Type the category’s name.'
  const isThere = draft.categories.some(({ category_name }) => category_name.trim() === name.trim())
  return isThere ? 'There is a category of this name.' : null
}

/** The same with one entry changed, or without it where `change` gives null. */
export const changeAt = <T>(list: readonly T[], at: number, change: (one: T) => T | null): T[] =>
  list.flatMap((one, n) => (n === at ? (change(one) ?? []) : one))

/** The same with one entry a place further up or down, as far as there is one. */
export function moveAt<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const to = at + by
  if (to < 0 || to >= list.length) return [...list]
  const moved = [...list]
  ;[moved[at], moved[to]] = [moved[to]!, moved[at]!]
  return moved
}
