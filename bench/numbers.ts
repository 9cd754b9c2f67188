/** Medians and other percentiles of measured values. */

/** Returns the value below which this share of the values falls (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('nothing was measured')
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
