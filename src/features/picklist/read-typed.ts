/** What a person typed, as the wire wants it. */
import { cents, DECIMAL, money } from '#contract/money.ts'

/** A216, A221: the keys that a quantity does not take. */
export const BLOCKED_COUNT_KEYS = new Set(['-', '+', '.', ',', 'e', 'E'])

/** A221: digits only, at most what the server takes; empty, negative or no number at all is 0. */
export function readCount(typed: string): string {
  const text = typed.trim()
  if (!/^\d+$/.test(text)) return '0'
  return String(Math.min(1_000_000, Number(text.slice(0, 9))))
}

/** An amount with two places; a comma will do; what is none, or negative, is 0.00. */
export function readMoney(typed: string): string {
  const text = typed.trim().replace('$', '').replace(',', '.')
  if (!DECIMAL.test(text)) return '0.00'
  const amount = cents(text)
  return money(amount < 0n ? 0n : amount)
}

export const readText = (typed: string): string => typed.trim()
