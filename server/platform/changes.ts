/** The fields that a form's save changes on a row that others edit too. */
import { merge, sameJson } from '#contract/sync/merge.ts'
import { Problem } from './problem.ts'

/**
 * Returns the fields of a form's body that the person means to change. A form sends all of its fields: a field that still
 * has the value that the person saw (`base`) is not a change, whatever another user has made of it meanwhile.
 */
export const meantFields = (patch: object, base: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(patch).filter(([field, mine]) => !(field in base && sameJson(mine, base[field]))),
  )

/**
 * Returns the fields that the person changes (`meantFields`), where no other user has changed them meanwhile. Throws 409,
 * in each field's own name, where another user was faster.
 */
export function changesOf<T extends object>(
  before: T,
  patch: Partial<T>,
  base: Record<string, unknown> = {},
): Partial<T> {
  const merged = merge(before as Record<string, unknown>, meantFields(patch, base), base)
  if (!('kind' in merged)) return merged.set as Partial<T>
  const clashes = Object.entries(merged.fields).map(([field, { theirs }]) => [
    field,
    `is ${JSON.stringify(theirs)} by now`,
  ])
  throw new Problem(merged.status, merged.message, { code: merged.code, ...Object.fromEntries(clashes) })
}
