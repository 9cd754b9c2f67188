/** Writing order lists (C326, C327, C331). It needs the server: no device changes a list by itself. */
import { z } from 'zod'
import { Id, Upc } from '../values.ts'

/** C353. */
export const NO_CATEGORIES = "The orderlist doesn't have any categories."

/** More than the catalogue of any list, and than one call of 1 MB holds. */
const MOST_CATEGORIES = 1_000
const MOST_PRODUCTS = 20_000

const CategoryName = z.string().trim().min(1, 'is needed').max(200)

/** A category as it is written. A row may come with more than its product, as it was read. */
const Category = z.object({
  category_name: CategoryName,
  rows: z.array(z.object({ product_id: Upc })).max(MOST_PRODUCTS),
})
export type Category = z.infer<typeof Category>

/** The first that stands twice, or undefined. */
function twice(texts: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return texts.find((text) => seen.size === seen.add(text).size)
}

/** What is wrong with a list's categories as a whole, in words; null where nothing is. A product is in a list once. */
export function categoriesProblem(categories: readonly Category[]): string | null {
  if (categories.length === 0) return NO_CATEGORIES
  const name = twice(categories.map(({ category_name }) => category_name))
  if (name !== undefined) return `there are two categories "${name}"`
  const product = twice(categories.flatMap(({ rows }) => rows.map(({ product_id }) => product_id)))
  return product === undefined ? null : `product ${product} is on the list twice`
}

const Categories = z
  .array(Category)
  .max(MOST_CATEGORIES)
  .superRefine((categories, { addIssue }) => {
    const message = categoriesProblem(categories)
    if (message !== null) addIssue({ code: 'custom', message })
  })

/** Longer ones make no address that anybody types or reads out. */
const MOST_LETTERS = 100
const PublicName = z.string().trim().max(MOST_LETTERS, `has at most ${MOST_LETTERS} characters`)

/** What can be set of a list beside its categories: under which name anybody may open it, and whether they may. */
const publicFields = { public_name: PublicName, is_public: z.boolean() }

/** Why a list cannot be open to anybody under this name, in words; null where it can, or is not to be. */
export const publicProblem = (list: { public_name: string; is_public: boolean }): string | null =>
  list.is_public && list.public_name.trim() === '' ? 'a list that anybody may open needs a public name' : null

/** C327. `id` is the caller's own for the time being and nothing to the server (C328). */
export const OrderListCreate = z.strictObject({
  id: z.union([z.int(), z.string()]).nullish(),
  company_location: Id,
  categories: Categories,
  visible: z.boolean().default(true),
  public_name: PublicName.default(''),
  is_public: z.boolean().default(false),
})
export type OrderListCreate = z.infer<typeof OrderListCreate>

const fields = {
  company_location: Id.nullable(),
  categories: Categories,
  visible: z.boolean(),
  ...publicFields,
}

/** C326. The categories are all of the list's: one that is not among them is removed. */
export const OrderListPatch = z
  .strictObject({ id: Id, ...fields })
  .partial()
  .extend({
    /** What the person saw of the fields that they change; a field that somebody else changed since is then a clash. */
    base: z
      .object({ ...fields, categories: z.array(Category).max(MOST_CATEGORIES) })
      .partial()
      .optional(),
  })
export type OrderListPatch = z.infer<typeof OrderListPatch>

/** C331: one product into a category of a list, or out of it. */
export const ListedRow = z.strictObject({ upc: Upc, category_name: CategoryName })
export type ListedRow = z.infer<typeof ListedRow>
/** A product that is put on a list. `place` counts from 0 within the category; without it the product comes last. */
export const AddedRow = ListedRow.extend({ place: z.int().min(0).max(100_000).optional() })
export type AddedRow = z.infer<typeof AddedRow>
