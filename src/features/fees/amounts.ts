/** Amounts of fees as they are typed and shown: dollars, or a percentage with up to four places (readings, "Prices"). */
import type { FeeKind, FeeType } from '#contract/fees/schema.ts'
import { decimalOf, MONEY_RULE, numberProblem, type NumberRule } from '#src/ui/inputs/decimal.ts'

interface FeeAmount {
  kind: FeeKind
  type: FeeType
  amount: string
}

/** A margin may take off; a surcharge never does. */
export const amountRule = ({ kind, type }: Pick<FeeAmount, 'kind' | 'type'>): NumberRule => ({
  places: type === 'f' ? MONEY_RULE.places : 4,
  min: kind === 'margin' ? `-${MONEY_RULE.max}` : '0',
  max: MONEY_RULE.max,
})

/** As a call carries what was typed. */
export const numberOf = (typed: string): string => decimalOf(typed) ?? typed.trim()

/** A stored amount as somebody would type it: with two places, or with more where they say something. */
export const amountText = (amount: string): string => amount.replace(/(\.\d{2}\d*?)0+$/, '$1')

/** What is wrong with an amount, in words for its field; null where it can be saved. */
export const amountFieldProblem = ({ amount, ...fee }: FeeAmount): string | null =>
  numberProblem(amount, amountRule(fee)) ?? (decimalOf(amount) === null ? 'An amount such as 12.50.' : null)
