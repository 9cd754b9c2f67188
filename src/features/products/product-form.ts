/** The product form without its fields: its first values, its problems, and the body that it sends. */
import { cents } from '#contract/money.ts'
import { ProductPatch, REQUIRED } from '#contract/products/edit.ts'
import type { OfficeProduct } from '#contract/products/office.ts'
import {
  averageCasePrice,
  averageUnitPrice,
  displayPrices,
  missingWeights,
  pricePerUnit,
} from '#contract/products/prices.ts'
import type { Product } from '#contract/products/schema.ts'
import { byName } from '#src/kit/list/by-name.ts'
import { baseOf } from '#src/kit/form/base-of.ts'
import { fieldProblems, type Problems } from '#src/kit/form/field-problems.ts'
import {
  COUNT_RULE,
  decimalOf,
  MONEY_RULE,
  numberProblem,
  WEIGHT_RULE,
  type NumberRule,
} from '#src/ui/inputs/decimal.ts'

/** C067, C181: the ways to weigh a product, by their names in the form. */
export const ITEM_TYPES = [
  { type: 'non_weighted', label: 'Non weighted', weight_type: '' },
  { type: 'catch_weight', label: 'Catch weight', weight_type: 'r/w' },
  { type: 'fixed_random_weight', label: 'Fixed random weight', weight_type: 'fix' },
] as const

/** The number of decimals of each number field; none of them is below 0 (C225). */
export const PLACES = {
  unit_price: 2,
  case_price: 2,
  volume_price: 2,
  average_unit_weight: 3,
  average_case_weight: 3,
  weight: 3,
  volume: 3,
  units_per_case: 0,
  items_per_case: 0,
  volume_level: 0,
  stock_level: 0,
  on_order: 0,
  department_id: 0,
  group_id: 0,
} as const
export type NumberFieldName = keyof typeof PLACES
const NUMBER_FIELDS = Object.keys(PLACES) as NumberFieldName[]

const TEXTS = [
  'name',
  'bin',
  'size',
  'url',
  'api_description',
  'department',
  'group',
  'qb_mapping',
  'qb_site_mapping',
  'surcharge_upc1',
  'surcharge_upc2',
] as const
export type TextFieldName = (typeof TEXTS)[number]

const FLAGS = [
  'active',
  'out_of_stock',
  'tax_default',
  'lot_tracked',
  'display_units_per_case_on_invoice',
] as const
export type FlagField = (typeof FLAGS)[number]

/** As typed: numbers are texts, a day is `YYYY-MM-DD`. */
export type ProductValues = Record<NumberFieldName | TextFieldName, string> &
  Record<FlagField, boolean> & {
    upc: string
    item_code_id: string
    /** '' for none. */
    warehouse_id: string
    isUnit: boolean
    isCase: boolean
    weight_type: Product['weight_type']
    price_as_of: string
    acceptable_substitutions: string[]
  }
/** MM/DD/YYYY as a day, and back (C146). */
const dayOf = (text: string) => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')
const priceDay = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')

/** Returns the form's values for a product. A new product has few. A price without a day gets today (C146). */
export function valuesOf(product: OfficeProduct | null, today: string): ProductValues {
  const day = { price_as_of: product?.price_as_of ? dayOf(product.price_as_of) : today }
  if (!product)
    return {
      ...byName(TEXTS, () => ''),
      ...byName(NUMBER_FIELDS, (field) => (field === 'units_per_case' ? '1' : '')),
      ...byName(FLAGS, (flag) => flag === 'active'),
      ...day,
      upc: '',
      item_code_id: '',
      warehouse_id: '',
      isUnit: true,
      isCase: false,
      weight_type: '',
      acceptable_substitutions: [],
    }
  return {
    ...byName(TEXTS, (field) => product[field]),
    ...byName(NUMBER_FIELDS, (field) => String(product[field] ?? '')),
    ...byName(FLAGS, (flag) => product[flag]),
    ...day,
    upc: product.upc,
    item_code_id: product.item_code.item_code,
    warehouse_id: String(product.warehouse_id ?? ''),
    ...unitFieldsOf(product.unit_type),
    weight_type: product.weight_type,
    acceptable_substitutions: product.acceptable_substitutions.map(({ upc }) => upc),
  }
}

/** C068: the values of the two boxes for a unit type. */
export const unitFieldsOf = (unitType: string) => ({
  isUnit: unitType !== 'Case',
  isCase: unitType !== 'Unit',
})

/** C226. */
const unitTypeOf = ({ isUnit, isCase }: Pick<ProductValues, 'isUnit' | 'isCase'>) =>
  isCase ? (isUnit ? 'Unit / Case' : 'Case') : 'Unit'

/** By decimals. A larger number is a typing error. */
export const RULES = {
  0: { ...COUNT_RULE, max: '999999' },
  2: { ...MONEY_RULE, max: '999999.99' },
  3: WEIGHT_RULE,
} satisfies Record<number, NumberRule>
const NUMBER_WORDS = {
  0: 'A whole number from 0 to 999999.',
  2: 'An amount from 0, such as 12.50.',
  3: 'A number from 0, such as 12.345.',
}

/** C224, C225: what keeps the form from being saved, by field. */
export function problemsOf(values: ProductValues, isNew: boolean): Problems {
  const problems = fieldProblems(ProductPatch, fieldsOf(values))
  for (const field of ['name', 'item_code_id', 'warehouse_id'] as const)
    if (values[field].trim() === '') problems[field] = REQUIRED
  if (isNew && !/^\d{1,32}$/.test(values.upc.trim()))
    problems['upc'] = values.upc.trim() === '' ? REQUIRED : 'A UPC has digits only.'
  for (const field of NUMBER_FIELDS)
    if (values[field].trim() !== '' && numberOf(values, field) === null)
      problems[field] = NUMBER_WORDS[PLACES[field]]
  return problems
}

/** Returns the typed text where it is a number of this kind, else null. */
function numberOf(values: ProductValues, field: NumberFieldName): string | null {
  const number = decimalOf(values[field])
  return number !== null && numberProblem(number, RULES[PLACES[field]]) === null ? number : null
}
/** C227: a price of 0 is the same as no price. */
const priceOf = (values: ProductValues, field: NumberFieldName): string | null => {
  const price = numberOf(values, field)
  return price === null || cents(price) === 0n ? null : price
}
const countOf = (values: ProductValues, field: NumberFieldName): number | null => {
  const count = numberOf(values, field)
  return count === null ? null : Number(count)
}

/** C298, C299: the product's fields for both calls, without the upc. */
export function fieldsOf(values: ProductValues): Record<string, unknown> {
  return {
    ...byName(TEXTS, (field) => values[field].trim()),
    ...byName(FLAGS, (flag) => values[flag]),
    ...byName(NUMBER_FIELDS, (field) => {
      if (PLACES[field] === 2) return priceOf(values, field)
      if (PLACES[field] === 3) return numberOf(values, field)
      return field === 'units_per_case' ? (countOf(values, field) ?? 0) : countOf(values, field)
    }),
    unit_type: unitTypeOf(values),
    weight_type: values.weight_type,
    price_as_of: values.price_as_of === '' ? null : priceDay(values.price_as_of),
    warehouse_id: Number(values.warehouse_id),
    item_code_id: values.item_code_id.trim(),
    acceptable_substitutions: values.acceptable_substitutions,
  }
}

/** The body of `POST productedit/`. */
export const newBody = (values: ProductValues) => ({ upc: values.upc.trim(), ...fieldsOf(values) })

/**
 * The body of `PATCH productedit/{upc}`, with the values that the person saw, so that another user's change leads to a
 * clash and is not lost.
 *
 * @param product the product that was read last
 * @param seen the product when the person began to type
 */
export function changedBody(
  values: ProductValues,
  { product, seen, today }: { product: OfficeProduct; seen: OfficeProduct; today: string },
): Record<string, unknown> {
  const fields = fieldsOf(values)
  const untouched = fieldsOf(valuesOf(product, today))
  return {
    ...fields,
    base: baseOf(fields, untouched, { seen: sentFields(seen), stored: sentFields(product) }),
  }
}

/** The product with its fields as both calls send them. */
const sentFields = (product: OfficeProduct): Record<string, unknown> => ({
  ...product,
  item_code_id: product.item_code.item_code,
  acceptable_substitutions: product.acceptable_substitutions.map(({ upc }) => upc),
})

/** The values derived from the typed ones (C228, C229), and the average weights that a weighed product lacks. */
export function derivedOf(values: ProductValues) {
  const basis = {
    unit_type: unitTypeOf(values),
    weight_type: values.weight_type,
    unit_price: numberOf(values, 'unit_price') ?? '0',
    case_price: numberOf(values, 'case_price') ?? '0',
    average_unit_weight: numberOf(values, 'average_unit_weight'),
    average_case_weight: numberOf(values, 'average_case_weight'),
    units_per_case: countOf(values, 'units_per_case') ?? 0,
  } as const
  return {
    price_per_unit: pricePerUnit(basis),
    average_unit_price: averageUnitPrice(basis),
    average_case_price: averageCasePrice(basis),
    shown: displayPrices(basis),
    missing: missingWeights(basis),
  }
}
