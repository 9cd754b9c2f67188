/**
 * Values that follow from a product's own prices and weights (docs/decisions/0004): the prices that lists show and
 * orders are made with, and those that the product form shows beside the typed ones (C228, C229).
 */
import { cents, divideRounded, money, thousandths } from '../money.ts'
import type { UnitType } from '../values.ts'
import type { Product } from './schema.ts'

export type Basis = Pick<
  Product,
  | 'unit_type'
  | 'weight_type'
  | 'unit_price'
  | 'case_price'
  | 'average_unit_weight'
  | 'average_case_weight'
  | 'units_per_case'
>
export type DisplayPrices = Pick<
  Product,
  | 'display_unit_price'
  | 'display_case_price'
  | 'display_unit_price_per_lb'
  | 'display_case_price_per_lb'
  | 'api_catch_weight'
>

export const isSoldByUnit = ({ unit_type }: Pick<Product, 'unit_type'>): boolean => unit_type !== 'Case'
export const isSoldByCase = ({ unit_type }: Pick<Product, 'unit_type'>): boolean => unit_type !== 'Unit'

/**
 * Returns whether a product can be ordered by the unit or by the case: its type allows it, and it has such a price
 * (A148, A220). A weighed product has a price by the pound, even while the weight of a piece is unknown.
 */
export function canOrderBy(
  product: Pick<Product, 'unit_type' | keyof DisplayPrices>,
  unit: UnitType,
): boolean {
  const [isSold, price, perLb] =
    unit === 'u'
      ? [isSoldByUnit(product), product.display_unit_price, product.display_unit_price_per_lb]
      : [isSoldByCase(product), product.display_case_price, product.display_case_price_per_lb]
  return isSold && (cents(price) > 0n || cents(perLb ?? '0') > 0n)
}

/** Returns price × weight, rounded once, half up, to cents; no weight counts as 0. */
export const priceOfPounds = (price: string, pounds: string | null): string =>
  money(divideRounded(cents(price) * thousandths(pounds ?? '0'), 1_000n))

/**
 * Returns the price of one piece and, where the product is weighed, of one lb. A piece of a weighed product costs the
 * price of its average weight. A unit or case that the product is not sold by costs 0.00.
 */
export function displayPrices(product: Basis): DisplayPrices {
  const isWeighed = product.weight_type !== ''
  const piece = (isSold: boolean, price: string, pounds: string | null) =>
    !isSold ? '0.00' : isWeighed ? priceOfPounds(price, pounds) : money(cents(price))
  const pound = (isSold: boolean, price: string) => (isSold && isWeighed ? money(cents(price)) : null)
  const [byUnit, byCase] = [isSoldByUnit(product), isSoldByCase(product)]
  return {
    display_unit_price: piece(byUnit, product.unit_price, product.average_unit_weight),
    display_case_price: piece(byCase, product.case_price, product.average_case_weight),
    display_unit_price_per_lb: pound(byUnit, product.unit_price),
    display_case_price_per_lb: pound(byCase, product.case_price),
    api_catch_weight: product.weight_type === 'r/w',
  }
}

/** C228: returns the case price for each of its units, 0 where a case has none. */
export const pricePerUnit = ({ case_price, units_per_case }: Pick<Basis, 'case_price' | 'units_per_case'>) =>
  units_per_case === 0 ? '0.00' : money(divideRounded(cents(case_price), BigInt(units_per_case)))

/** C229. */
export const averageUnitPrice = ({
  unit_price,
  average_unit_weight,
}: Pick<Basis, 'unit_price' | 'average_unit_weight'>) => priceOfPounds(unit_price, average_unit_weight)
/** C229. */
export const averageCasePrice = ({
  case_price,
  average_case_weight,
}: Pick<Basis, 'case_price' | 'average_case_weight'>) => priceOfPounds(case_price, average_case_weight)

/** Returns whether a weight is known: 0 lb is not. */
export const isWeight = (pounds: string | null | undefined): pounds is string =>
  thousandths(pounds ?? '0') > 0n

/**
 * Returns which average weights a weighed product still lacks: without one, a piece that was not weighed costs
 * nothing.
 */
export function missingWeights(product: Basis): ('unit' | 'case')[] {
  if (product.weight_type === '') return []
  return [
    ...(isSoldByUnit(product) && !isWeight(product.average_unit_weight) ? (['unit'] as const) : []),
    ...(isSoldByCase(product) && !isWeight(product.average_case_weight) ? (['case'] as const) : []),
  ]
}
