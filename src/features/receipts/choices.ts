/** What is compared with what: chosen on the difference page, taken along to its results and back (C098, C099). */
import {
  CATEGORY_PREFIX,
  type DifferenceGroup,
  type DifferenceRequest,
  type PricingWord,
} from '#contract/receipts/schema.ts'
import { PRICE_MARGIN_DEFAULT, PRICE_MARGIN_MAX } from '#contract/spec.ts'
import { z } from 'zod'

const Ids = z.array(z.int())

/** C098's names; the pricing type and the step come along, so that Back finds everything as it was. */
const Choices = z.object({
  currentPricing: z.boolean(),
  dateRange: z.object({ start: z.iso.date(), end: z.iso.date() }),
  /** The chosen orders with the places they are for. */
  orders: z.array(z.object({ id: z.int(), place: z.string() })),
  ordersSelected: Ids,
  receiptsSelected: Ids,
  priceMargin: z.number().min(0).max(PRICE_MARGIN_MAX),
  showPricingDifferences: z.boolean(),
  /** The categories that results are narrowed to; none shows all. */
  rdErrorsSet: z.array(z.string()),
  /** The keys of the results that somebody has hidden (C196). */
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
/** What goes along with an address. */
export const handOverChoices = (choices: Choices): object => ({ [KEY]: choices })

/** What came along; null where nothing did, or something of another version. */
export function readChoices(state: unknown): Choices | null {
  const carried = z.object({ [KEY]: Choices }).safeParse(state)
  return carried.success ? carried.data[KEY] : null
}

/** What was kept of a visit; null for nothing, or something of another version. */
export const keptChoices = (kept: unknown): Choices | null =>
  z.object({ choices: Choices }).safeParse(kept).data?.choices ?? null

/** C194: prices by contract are agreed: there is nothing to compare. What is chosen of the other receipts is not there. */
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

/** C172, C173: a name that nobody knows here is its own label. */
export const categoryLabel = (category: string): string => LABELS[bareName(category)] ?? bareName(category)

/** What explains a row, or is near enough (readings, "Receipts compared with orders"). */
const EXPLAINED = ['APPROXIMATE_PRICE', 'LINKED_UPC_1TO1', 'OUT_OF_STOCK']
/** C198: NO_*, UNIT_QUANTITY, CASE_QUANTITY and PRICE; a name that nobody knows here may be one too. */
export const isError = (category: string): boolean => !EXPLAINED.includes(bareName(category))

export const isDifferenceOutOfStock = ({ difference_categories }: DifferenceGroup): boolean =>
  difference_categories.some((category) => bareName(category) === 'OUT_OF_STOCK')

/** The categories that some groups have, each once, in the order in which they come. */
export const categoriesOf = (groups: readonly DifferenceGroup[]): string[] => [
  ...new Set(groups.flatMap(({ difference_categories }) => difference_categories)),
]

/** C203: with categories chosen, groups that have one of them. */
export const inCategories = (
  { difference_categories }: DifferenceGroup,
  categories: readonly string[],
): boolean =>
  categories.length === 0 || difference_categories.some((category) => categories.includes(category))

/** Names a group among the others. */
export const groupKey = ({ differences }: DifferenceGroup): string =>
  differences.map(({ product }) => product.upc).join(' ')
