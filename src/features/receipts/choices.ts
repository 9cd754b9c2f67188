/** The choices of a comparison: made on the difference page, passed to its results and back (C098, C099). */
import {
  CATEGORY_PREFIX,
  type DifferenceGroup,
  type DifferenceRequest,
  type PricingWord,
} from '#contract/receipts/schema.ts'
import { PRICE_MARGIN_DEFAULT, PRICE_MARGIN_MAX } from '#contract/spec.ts'
import { z } from 'zod'

const Ids = z.array(z.int())

/** C098's names, with the pricing type and the step, so that Back restores everything. */
const Choices = z.object({
  currentPricing: z.boolean(),
  dateRange: z.object({ start: z.iso.date(), end: z.iso.date() }),
  /** The chosen orders with their delivery places. */
  orders: z.array(z.object({ id: z.int(), place: z.string() })),
  ordersSelected: Ids,
  receiptsSelected: Ids,
  priceMargin: z.number().min(0).max(PRICE_MARGIN_MAX),
  showPricingDifferences: z.boolean(),
  /** The categories that the results are filtered by; none shows all. */
  rdErrorsSet: z.array(z.string()),
  /** The keys of the results that a person has hidden (C196). */
  hidden: z.array(z.string()),
  pricingType: z.enum(['shelf', 'contract']),
  step: z.int().min(0).max(1),
})
export type Choices = z.infer<typeof Choices>

/** C396, C401. */
export const freshChoices = (tomorrow: string): Choices => ({
  currentPricing: false,
  dateRange: { start: tomorrow, end: tomorrow },
  orders: [],
  ordersSelected: [],
  receiptsSelected: [],
  priceMargin: PRICE_MARGIN_DEFAULT,
  showPricingDifferences: false,
  rdErrorsSet: [],
  hidden: [],
  pricingType: 'shelf',
  step: 0,
})

const KEY = 'receiptDifference'
/** The state to pass along with an address. */
export const handOverChoices = (choices: Choices): object => ({ [KEY]: choices })

/** The choices passed along; null where there are none, or those of another version. */
export function readChoices(state: unknown): Choices | null {
  const carried = z.object({ [KEY]: Choices }).safeParse(state)
  return carried.success ? carried.data[KEY] : null
}

/** The stored choices of a visit; null where there are none, or those of another version. */
export const keptChoices = (kept: unknown): Choices | null =>
  z.object({ choices: Choices }).safeParse(kept).data?.choices ?? null

/**
 * C194: contract prices are agreed, so there is nothing to compare. The chosen receipts of the other pricing are
 * dropped.
 */
export const withPricing = (choices: Choices, pricingType: PricingWord): Choices => ({
  ...choices,
  pricingType,
  receiptsSelected: [],
  ...(pricingType === 'contract' && { showPricingDifferences: false }),
})

/** C317. */
export const requestOf = (choices: Choices): DifferenceRequest => ({
  order_ids: choices.ordersSelected,
  receipt_ids: choices.receiptsSelected,
  use_current_pricing: choices.currentPricing,
  price_margin: choices.priceMargin,
  show_pricing_differences: choices.showPricingDifferences,
})

const LABELS: Record<string, string> = {
  NO_RECEIPT_ITEM: 'Not on a receipt',
  NO_ORDER_ITEM: 'Not in an order',
  UNIT_QUANTITY: 'Unit quantity',
  CASE_QUANTITY: 'Case quantity',
  PRICE: 'Price',
  APPROXIMATE_PRICE: 'Approximate price',
  LINKED_UPC_1TO1: 'Linked UPC',
  OUT_OF_STOCK: 'Out of stock',
}
const bareName = (category: string) =>
  category.startsWith(CATEGORY_PREFIX) ? category.slice(CATEGORY_PREFIX.length) : category

/** C172, C173: the label of an unknown category is its own name. */
export const categoryLabel = (category: string): string => LABELS[bareName(category)] ?? bareName(category)

/** The categories that explain a row, or whose difference is small (readings, "Receipts compared with orders"). */
const EXPLAINED = ['APPROXIMATE_PRICE', 'LINKED_UPC_1TO1', 'OUT_OF_STOCK']
/** C198: NO_*, UNIT_QUANTITY, CASE_QUANTITY and PRICE. An unknown category counts as an error too. */
export const isError = (category: string): boolean => !EXPLAINED.includes(bareName(category))

export const isDifferenceOutOfStock = ({ difference_categories }: DifferenceGroup): boolean =>
  difference_categories.some((category) => bareName(category) === 'OUT_OF_STOCK')

/** The categories of some groups, each once, in the order in which they appear. */
export const categoriesOf = (groups: readonly DifferenceGroup[]): string[] => [
  ...new Set(groups.flatMap(({ difference_categories }) => difference_categories)),
]

/** C203: where categories are chosen, whether the group has one of them. */
export const inCategories = (
  { difference_categories }: DifferenceGroup,
  categories: readonly string[],
): boolean =>
  categories.length === 0 || difference_categories.some((category) => categories.includes(category))

/** Returns a key that identifies a group. */
export const groupKey = ({ differences }: DifferenceGroup): string =>
  differences.map(({ product }) => product.upc).join(' ')
