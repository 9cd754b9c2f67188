/** Three-way merge, field by field (architecture, "What an outbox record is"). */
import type { Conflict } from './outcome.ts'

type Values = Record<string, unknown>

/** Compares two JSON values: rows hold nothing else. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.keys(a)
  return (
    left.length === Object.keys(b).length &&
    left.every((key) => key in b && sameJson((a as Values)[key], (b as Values)[key]))
  )
}

/**
 * Returns what a patch changes on the present row. A field that still equals what the person saw takes the new value.
 * A field that already has the new value is left. A field that another user changed to something else is a clash, and
 * then the whole patch waits for a choice. A field without a base value (a plain call of the documented API) is
 * simply set.
 */
export function merge(current: Values, patch: Values, base: Values): { set: Values } | Conflict {
  const set: Values = {}
  const fields: Conflict['fields'] = {}
  for (const [field, mine] of Object.entries(patch)) {
    const theirs = current[field]
    if (sameJson(theirs, mine)) continue
    if (!(field in base) || sameJson(theirs, base[field])) set[field] = mine
    else fields[field] = { mine, theirs, base: base[field] }
  }
  if (Object.keys(fields).length === 0) return { set }
  return {
    kind: 'conflict',
    status: 409,
    code: 'conflict',
    message: `Somebody else changed ${Object.keys(fields).join(', ')} meanwhile.`,
    fields,
    deleted: false,
  }
}
