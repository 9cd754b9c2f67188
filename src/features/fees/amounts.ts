/** Amounts of fees as they are typed and shown: dollars, or a percentage with up to four places (readings, "Prices"). */
import type { FeeKind, FeeType } from '#contract/fees/schema.ts'
import { decimalOf, MONEY_RULE, numberProblem, type NumberRule } from '#src/ui/inputs/decimal.ts'

interface FeeAmount {
  kind: FeeKind
  type: FeeType
  amount: string
}

/** A margin may be negative, a surcharge may not. */
export const amountRule = ({ kind, type }: Pick<FeeAmount, 'kind' | 'type'>): NumberRule => ({
  places: type === 'f' ? MONEY_RULE.places : 4,
  min: kind === 'margin' ? `-${MONEY_RULE.max}` : '0',
  max: MONEY_RULE.max,
})

/** Returns the typed amount in the form that a call carries. */
export const numberOf = (typed: string): string => decimalOf(typed) ?? typed.trim()

/** Returns a stored amount as a person would type it: with two places, or with more where they are not zero. */
export const amountText = (amount: string): string => amount.replace(/(\.\d{2}\d*?)0+$/, '$1')

/** Returns the problem of an amount, in words for its field; null where it can be saved. */
export const amountFieldProblem = ({ amount, ...fee }: FeeAmount): string | null =>
  numberProblem(amount, amountRule(fee)) ?? (decimalOf(amount) === null ? 'An amount such as 12.50.' : null)
