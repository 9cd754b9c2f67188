/** Amounts of fees as they are typed and shown: dollars, or a percentage with up to four places (readings, "Prices"). */
import type { FeeType } from '#contract/fees/schema.ts'
import { decimalOf, MONEY, numberProblem, type NumberRule } from '#src/ui/inputs/decimal.ts'

/** A fee may be less than nothing: then it takes off. */
export const AMOUNTS: Record<FeeType, NumberRule> = {
  f: { ...MONEY, min: `-${MONEY.max}` },
  '%': { places: 4, min: `-${MONEY.max}`, max: MONEY.max },
}

/** As a call carries what was typed. */
export const numberOf = (typed: string): string => decimalOf(typed) ?? typed.trim()

/** A stored amount as somebody would type it: with two places, or with more where they say something. */
export const amountText = (amount: string): string => amount.replace(/(\.\d{2}\d*?)0+$/, '$1')

/** What is wrong with an amount, in words for its field; null where it can be saved. */
export const amountProblem = ({ type, amount }: { type: FeeType; amount: string }): string | null =>
  numberProblem(amount, AMOUNTS[type]) ?? (decimalOf(amount) === null ? 'An amount such as 12.50.' : null)
