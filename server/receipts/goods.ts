/** What was bought by a receipt: its lines without what was laid on and what was taken back (docs/decisions/0038). */
import { fromUnits, thousandths, cents, money } from '#contract/money.ts'
import { bareCode, lineKind, voided } from '#contract/receipts/words.ts'
import type { ComparedLine } from './compare.ts'

export interface StoredLine {
  receipt: number
  product: string
  unit_type: string
  quantity: string
  total: string
}

/**
 * The goods of some receipts, by the supplier's code without its zeros. A void takes its quantity and amount from the
 * line of the same receipt that has its code; what is voided as a whole was never bought.
 */
export function goodsOf(lines: readonly StoredLine[]): ComparedLine[] {
  const goods = lines
    .filter(({ product }) => lineKind(product) === 'goods')
    .map((line) => ({
      ...line,
      product: bareCode(line.product),
      unit_type: line.unit_type === 'C' ? ('C' as const) : ('U' as const),
    }))
  for (const line of lines) {
    if (lineKind(line.product) !== 'void') continue
    const code = bareCode(voided(line.product))
    const bought = goods.find(({ receipt, product }) => receipt === line.receipt && product === code)
    if (!bought) continue
    bought.quantity = less(bought.quantity, line.quantity)
    bought.total = money(cents(bought.total) - positive(cents(line.total)))
  }
  return goods
    .filter(({ quantity }) => thousandths(quantity) !== 0n)
    .map(({ product, unit_type, quantity, total }) => ({ product, unit_type, quantity, total }))
}

/** Some suppliers write what is taken back with a sign and some without. */
const positive = (amount: bigint) => (amount < 0n ? -amount : amount)
const less = (quantity: string, taken: string) =>
  fromUnits(thousandths(quantity) - positive(thousandths(taken)), 3)
