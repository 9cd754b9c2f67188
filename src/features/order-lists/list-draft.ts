/** An order list while a person edits it (C220). The device sends nothing before it is saved. */
import {
  categoriesProblem,
  publicProblem,
  type Category,
  type OrderListPatch,
} from '#contract/order-lists/edit.ts'
import { sameJson } from '#contract/sync/merge.ts'
import { z } from 'zod'

/** C161: a row names its product by its code, or carries it. */
const Listed = z.object({ upc: z.string(), name: z.string(), active: z.boolean(), is_primary: z.boolean() })
const Row = z.object({ product_id: z.string().optional(), products: z.array(Listed).optional() })
export const ReadList = z.object({
  id: z.int(),
  public_name: z.string().default(''),
  is_public: z.boolean().default(false),
  company_location: z.int().nullable(),
  company_location_name: z.string().default(''),
  visible: z.boolean(),
  categories: z.array(z.object({ category_name: z.string(), rows: z.array(Row) })),
})
export type ReadList = z.infer<typeof ReadList>

/** The screen's facts of a product. */
export interface KnownProduct {
  upc: string
  name: string
  active: boolean
}
export interface KnownProducts {
  products: ReadonlyMap<string, KnownProduct>
  /** Whether these are all products. Until then no product counts as missing. */
  isWhole: boolean
}

const SavedList = z.object({
  company_location: z.int().nullable(),
  visible: z.boolean(),
  public_name: z.string(),
  is_public: z.boolean(),
  categories: z.array(
    z.object({ category_name: z.string(), rows: z.array(z.object({ product_id: z.string() })) }),
  ),
})
export type SavedList = z.infer<typeof SavedList>

/** A list while it is edited, also in the form that a tab keeps. */
export const ListDraft = SavedList.extend({
  /** A new list has a temporary id of its own (C328). */
  id: z.union([z.int(), z.string()]),
  /** The server's list when the editing began; null where the server has none. */
  saved: SavedList.nullable(),
})
export type ListDraft = z.infer<typeof ListDraft>

const codesOf = (row: z.infer<typeof Row>): string[] =>
  row.product_id === undefined ? (row.products ?? []).map(({ upc }) => upc) : [row.product_id]

export function listDraftOf(list: ReadList): ListDraft {
  const categories = list.categories.map(({ category_name, rows }) => ({
    category_name,
    rows: rows.flatMap(codesOf).map((product_id) => ({ product_id })),
  }))
  const { id, company_location, visible, public_name, is_public } = list
  const saved = { company_location, visible, public_name, is_public, categories }
  return { ...saved, id, saved }
}

export const newListDraft = (id: string, company_location: number): ListDraft => ({
  id,
  public_name: '',
  is_public: false,
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

export const isListChanged = ({ saved, id: _id, ...now }: ListDraft): boolean => !sameJson(saved, now)

/** The known products, and these. */
export const withProducts = (
  { products, isWhole }: KnownProducts,
  more: readonly KnownProduct[],
): KnownProducts => ({
  products: new Map([...products, ...more.map((one) => [one.upc, one] as const)]),
  isWhole,
})

export const isMissing = ({ products, isWhole }: KnownProducts, upc: string) => isWhole && !products.has(upc)

/** The unknown products of the list (C378). */
export const missingFrom = (
  { categories }: Pick<ListDraft, 'categories'>,
  known: KnownProducts,
): string[] => [
  ...new Set(
    categories
      .flatMap(({ rows }) => rows.map(({ product_id }) => product_id))
      .filter((upc) => isMissing(known, upc)),
  ),
]

/** C379: the list as it can be saved, without the unknown products. */
const savable = (draft: ListDraft, known: KnownProducts): Category[] =>
  draft.categories.map(({ category_name, rows }) => ({
    category_name: category_name.trim(),
    rows: rows.filter(({ product_id }) => !isMissing(known, product_id)),
  }))

/** Returns why the list cannot be saved yet; null where it can. */
export function saveProblem(draft: ListDraft, known: KnownProducts): string | null {
  const categories = savable(draft, known)
  if (categories.some(({ category_name }) => category_name === '')) return 'A category needs a name.'
  const problem = categoriesProblem(categories) ?? publicProblem(draft)
  return problem && problem[0]!.toUpperCase() + problem.slice(1) + (problem.endsWith('.') ? '' : '.')
}

export interface SaveCall {
  method: 'POST' | 'PATCH'
  path: string
  body: OrderListPatch | (Omit<OrderListPatch, 'id' | 'base'> & { id: string })
}

/**
 * C326, C327, and the public name where it was changed. A change that another user has made meanwhile is a clash
 * (docs/decisions/0032).
 */
export function saveCall(draft: ListDraft, known: KnownProducts): SaveCall {
  const { id, company_location, visible, is_public, saved } = draft
  const categories = savable(draft, known)
  const public_name = draft.public_name.trim()
  const more = {
    ...(public_name !== (saved?.public_name ?? '') && { public_name }),
    ...(is_public !== (saved?.is_public ?? false) && { is_public }),
  }
  const fields = { company_location, categories, visible, ...more }
  if (typeof id === 'string') return { method: 'POST', path: 'orderlists/', body: { ...fields, id } }
  const body = { id, ...fields, ...(saved && { base: saved }) }
  return { method: 'PATCH', path: `orderlists/${id}`, body }
}

/** What a save sends of a list, as the server then has it. */
export const sentList = (
  { company_location, visible, public_name, is_public, categories }: ListDraft,
  { body }: SaveCall,
): SavedList => ({
  company_location,
  visible,
  public_name: public_name.trim(),
  is_public,
  categories: body.categories ?? categories,
})

/**
 * Returns a draft over the lists as they were read again. What an own save without an answer has stored is not another
 * user's change: it is what the person saw.
 *
 * @param sent what that save has sent; undefined for none
 * @param isNew whether a list was not read before
 */
export function draftOver(
  draft: ListDraft,
  lists: readonly ReadList[],
  { sent, isNew }: { sent: SavedList | undefined; isNew: (id: ListDraft['id']) => boolean },
): ListDraft {
  const isOwn = ({ id }: ListDraft) => id === draft.id || (typeof draft.id === 'string' && isNew(id))
  const stored = lists.map(listDraftOf).find((list) => isOwn(list) && sameJson(list.saved, sent))
  return stored ? { ...draft, id: stored.id, saved: stored.saved } : draft
}

/** Returns why a product cannot be added (C261); null where it can. A list has a product once. */
export function addProblem(
  draft: ListDraft | undefined,
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

/** Returns why a category cannot be added (C260); null where it can. */
export function addCategoryProblem(
  draft: ListDraft | undefined,
  location: number | null,
  name: string,
): string | null {
  if (location === null) return 'Choose a customer location.'
  if (!draft) return 'Choose an order list.'
  if (name.trim() === '') return 'Type the category’s name.'
  const isThere = draft.categories.some(({ category_name }) => category_name.trim() === name.trim())
  return isThere ? 'There is a category of this name.' : null
}

/** The list with one entry changed, or without it where `change` returns null. */
export const changeAt = <T>(list: readonly T[], at: number, change: (one: T) => T | null): T[] =>
  list.flatMap((one, n) => (n === at ? (change(one) ?? []) : one))

/** The list with one entry moved to another place; those between close up. */
export const moveTo = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)

/**
 * Returns the place of the open category after the categories were changed; null where it was removed. A renamed
 * category keeps its place.
 */
export function openCategoryAfter(
  before: readonly Category[],
  after: readonly Category[],
  at: number | null,
): number | null {
  const open = at === null ? undefined : before[at]
  if (!open) return at
  const now = after.indexOf(open)
  if (now >= 0) return now
  return after.length < before.length ? null : at
}
