/** The difference results on show (C196–C199), and the missing items (C200–C204). */
import type { DifferenceGroup, DifferenceOrderItem } from '#contract/receipts/schema.ts'
import { groupKey, inCategories, isError, isDifferenceOutOfStock } from './choices.ts'

/** The view settings of the results, until the screen is left. */
export interface ResultLook {
  showHidden: boolean
  hideErrors: boolean
  hideOthers: boolean
  print: boolean
  condensed: boolean
}
export interface ResultView extends ResultLook {
  /** The keys of the rows that a person has hidden. They are passed along with the choices. */
  hidden: ReadonlySet<string>
}
export const FRESH_LOOK: ResultLook = {
  showHidden: false,
  hideErrors: false,
  hideOthers: false,
  print: false,
  condensed: false,
}

const hasErrors = ({ difference_categories }: DifferenceGroup) => difference_categories.some(isError)

export const visibleGroups = (
  groups: readonly DifferenceGroup[],
  view: ResultView,
  categories: readonly string[],
): DifferenceGroup[] =>
  groups.filter(
    (group) =>
      (view.showHidden || !view.hidden.has(groupKey(group))) &&
      !(view.hideErrors && hasErrors(group)) &&
      !(view.hideOthers && !hasErrors(group)) &&
      inCategories(group, categories),
  )

/** C196. */
export function toggled(set: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}

/** A group's order item, which only its first difference can have. */
export const orderItemOf = ({ differences }: DifferenceGroup): DifferenceOrderItem | null =>
  differences.find(({ order_item }) => order_item !== null)?.order_item ?? null
export const receiptItemOf = ({ differences }: DifferenceGroup) =>
  differences.find(({ receipt_item }) => receipt_item !== null)?.receipt_item ?? null

/** C200: whether an item was ordered, is in stock, is not ignored, and was not picked as ordered. */
function isMissing(group: DifferenceGroup): boolean {
  const item = orderItemOf(group)
  if (!item || isDifferenceOutOfStock(group) || item.ignore_missing_items) return false
  return item.unit_quantity_to_ordered_difference !== 0 || item.case_quantity_to_ordered_difference !== 0
}

const collator = new Intl.Collator('en', { numeric: true })
const binOf = ({ differences }: DifferenceGroup) => differences[0]?.product.bin ?? ''
const isNumeric = (bin: string) => /^\d/.test(bin)

/** C204: bins that begin with a number come first, and 2 before 10. */
function byBin(a: DifferenceGroup, b: DifferenceGroup): number {
  const [one, other] = [binOf(a), binOf(b)]
  return Number(isNumeric(other)) - Number(isNumeric(one)) || collator.compare(one, other)
}

/** C200, C203, C204. */
export const missingGroups = (
  groups: readonly DifferenceGroup[],
  { categories, orders }: { categories: readonly string[]; orders: readonly number[] },
): DifferenceGroup[] =>
  groups
    .filter(
      (group) =>
        isMissing(group) &&
        inCategories(group, categories) &&
        (orders.length === 0 ||
          orderItemOf(group)!.referenced_orders.some((order) => orders.includes(order))),
    )
    .toSorted(byBin)

/** C376. */
const failedItem = (id: string) => `There was an error processing order item: ${id}`
/** C377. */
export const NO_REFERENCES = 'No referenced order items found'

/**
 * C202, C336, C377: marks every order item of some groups as ignored, with one call each. A row without an order item
 * is refused before anything is sent. Throws an Error with a line for each failed item (C376); the others are marked.
 */
export async function ignoreGroups(
  groups: readonly DifferenceGroup[],
  ignore: (id: string) => Promise<unknown>,
): Promise<void> {
  const references = groups.map((group) => orderItemOf(group)?.referenced_order_items ?? [])
  if (references.some((ids) => ids.length === 0)) throw new Error(NO_REFERENCES)
  const failed: string[] = []
  for (const id of references.flat())
    await ignore(id).catch((error: unknown) => {
      console.error(failedItem(id), error)
      failed.push(failedItem(id))
    })
  if (failed.length > 0) throw new Error(failed.join('\n'))
}
