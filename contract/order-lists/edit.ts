/** Changes of order lists (C326, C327, C331). They need the server: no device changes a list by itself. */
import { z } from 'zod'
import { Id, Upc } from '../values.ts'

/** C353. */
export const NO_CATEGORIES = "The orderlist doesn't have any categories."

/** More than any list's catalogue has, and more than one call of 1 MB holds. */
const MOST_CATEGORIES = 1_000
const MOST_PRODUCTS = 20_000

const CategoryName = z.string().trim().min(1, 'is needed').max(200)

/** A category as it is written. A row may contain more than its product, as it was read. */
const Category = z.object({
  category_name: CategoryName,
  rows: z.array(z.object({ product_id: Upc })).max(MOST_PRODUCTS),
})
export type Category = z.infer<typeof Category>

/** Returns the first text that occurs twice, or undefined. */
function twice(texts: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return texts.find((text) => seen.size === seen.add(text).size)
}

/**
 * Returns what is wrong with a list's categories as a whole, in words; null where nothing is. A product is in a list
 * once.
 */
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

/** A longer name makes an address that no person types or reads out. */
const MOST_LETTERS = 100
const PublicName = z.string().trim().max(MOST_LETTERS, `has at most ${MOST_LETTERS} characters`)

/** The fields of a list beside its categories: the name under which everyone may open it, and whether they may. */
const publicFields = { public_name: PublicName, is_public: z.boolean() }

/** Returns why a list cannot be open to everyone under this name, in words; null where it can, or need not be. */
export const publicProblem = (list: { public_name: string; is_public: boolean }): string | null =>
  list.is_public && list.public_name.trim() === '' ? 'a list that anybody may open needs a public name' : null

/** C327. `id` is the caller's temporary id, which the server ignores (C328). */
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

/** C326. The categories are all of the list's: a category that is missing is removed. */
export const OrderListPatch = z
  .strictObject({ id: Id, ...fields })
  .partial()
  .extend({
    /**
     * What the person saw of the fields that they change; a field that another user has changed since is then a
     * clash.
     */
    base: z
      .object({ ...fields, categories: z.array(Category).max(MOST_CATEGORIES) })
      .partial()
      .optional(),
  })
export type OrderListPatch = z.infer<typeof OrderListPatch>

/** C331: a product to put into a category of a list, or to take out of it. */
export const ListedRow = z.strictObject({ upc: Upc, category_name: CategoryName })
export type ListedRow = z.infer<typeof ListedRow>
/** A product that is put on a list. `place` counts from 0 within the category; without it the product comes last. */
export const AddedRow = ListedRow.extend({ place: z.int().min(0).max(100_000).optional() })
export type AddedRow = z.infer<typeof AddedRow>
