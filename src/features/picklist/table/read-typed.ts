/** What a person typed, as the wire wants it. */
import { cents, money } from '#contract/money.ts'
import { decimalOf, MONEY_RULE, numberProblem } from '#src/ui/inputs/decimal.ts'

/** A216, A221: the keys that a quantity does not take. */
export const BLOCKED_COUNT_KEYS = new Set(['-', '+', '.', ',', 'e', 'E'])

/** A221: digits only, at most what the server takes; empty, negative or no number at all is 0. */
export function readCount(typed: string): string {
  const text = typed.trim()
  if (!/^\d+$/.test(text)) return '0'
  return String(Math.min(1_000_000, Number(text.slice(0, 9))))
}

/** What is wrong with a typed amount, in the kit's words, or null. */
export const moneyProblem = (typed: string): string | null => numberProblem(typed, MONEY_RULE)

/** An amount with two places; an empty field is 0.00. Null where it is no amount. */
export function readMoney(typed: string): string | null {
  if (typed.trim() === '') return '0.00'
  const decimal = decimalOf(typed)
  return decimal === null || moneyProblem(typed) !== null ? null : money(cents(decimal))
}

export const readText = (typed: string): string => typed.trim()
