/** What a form's save changes on a row that others edit too. */
import { merge, sameJson } from '#contract/sync/merge.ts'
import { Problem } from './problem.ts'

/**
 * The fields that the person changes, where nobody else did so meanwhile. A form sends all of its fields: one that is as
 * the person saw it (`base`) is not theirs to change. Throws 409, in each field's own name, where somebody else was faster.
 */
export function changesOf<T extends object>(
  before: T,
  patch: Partial<T>,
  base: Record<string, unknown> = {},
): Partial<T> {
  const meant = Object.fromEntries(
    Object.entries(patch).filter(([field, mine]) => !(field in base && sameJson(mine, base[field]))),
  )
  const merged = merge(before as Record<string, unknown>, meant, base)
  if (!('kind' in merged)) return merged.set as Partial<T>
  const clashes = Object.entries(merged.fields).map(([field, { theirs }]) => [
    field,
    `is ${JSON.stringify(theirs)} by now`,
  ])
  throw new Problem(merged.status, merged.message, { code: merged.code, ...Object.fromEntries(clashes) })
}
