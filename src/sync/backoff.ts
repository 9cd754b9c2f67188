/** How long to wait after the nth failure in a row: doubling from 1 s to 60 s, half of it by chance. */
export const BACKOFF_MIN_MS = 1_000
export const BACKOFF_MAX_MS = 60_000

export function backoffMs(failures: number, random: () => number): number {
  const full = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(failures, 10))
  return Math.max(BACKOFF_MIN_MS, Math.round(full * (0.5 + random() / 2)))
}

/**
 * The same where the answer asked for time (`Retry-After`, in ms). A gateway that says an hour is believed for a minute:
 * the server behind it may be well again long before (decision 0058).
 */
export const waitMs = (failures: number, random: () => number, askedMs: number | null): number =>
  Math.max(backoffMs(failures, random), Math.min(askedMs ?? 0, BACKOFF_MAX_MS))
