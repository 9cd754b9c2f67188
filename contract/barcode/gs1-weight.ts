/**
 * The net weight that a GS1 label states: element 310n in kilograms, 320n in pounds, with n decimals. Source: readings,
 * "Barcodes".
 */
import type { ScanElement } from './gs1.ts'
import { decimalFromDigits, kgFromLb, lbFromKg, roundWeight } from './measure.ts'

/** Both weights of a scan, as decimals of at most three places; both null where none is stated. */
type Weights = { weightKg: string | null; weightLb: string | null }

/** Returns the weights that these elements state: each as printed, or converted from the other. */
export const gs1Weights = (elements: readonly ScanElement[]): Weights =>
  bothWeights(measureIn(elements, '310'), measureIn(elements, '320'))

/**
 * Returns both weights of one or two that are printed. A measure of zero is no weight: a label printer prints it when
 * its scale has no reading.
 */
export function bothWeights(kg: string | null, lb: string | null): Weights {
  const weightKg = kg !== null ? roundWeight(kg) : lb !== null ? kgFromLb(lb) : null
  const weightLb = lb !== null ? roundWeight(lb) : kg !== null ? lbFromKg(kg) : null
  const isNothing = weightLb === null || /^[0.]*$/.test(weightLb)
  return isNothing ? { weightKg: null, weightLb: null } : { weightKg, weightLb }
}

/**
 * Returns the decimal of an element. The last digit of its identifier is the number of decimals; the first `skip` digits
 * of its data are no part of the number.
 */
export function measureIn(elements: readonly ScanElement[], identifier: string, skip = 0): string | null {
  const element = elements.find(([ai]) => ai.length === 4 && ai.startsWith(identifier))
  return element ? decimalFromDigits(element[1].slice(skip), Number(element[0].charAt(3))) : null
}
