/** Typed amounts, in the form that a call needs. */
import { cents, money } from '#contract/money.ts'
import { decimalOf, MONEY_RULE, numberProblem } from '#src/ui/inputs/decimal.ts'

/** Returns what is wrong with a typed amount, in the kit's words, or null. */
export const moneyProblem = (typed: string): string | null => numberProblem(typed, MONEY_RULE)

/** An amount with two places; an empty field is 0.00. Null where it is no amount. */
export function readMoney(typed: string): string | null {
  if (typed.trim() === '') return '0.00'
  const decimal = decimalOf(typed)
  return decimal === null || moneyProblem(typed) !== null ? null : money(cents(decimal))
}

export const readText = (typed: string): string => typed.trim()
