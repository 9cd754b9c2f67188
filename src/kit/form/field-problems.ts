import type { z } from 'zod'

/** Messages for a form's fields, by the field's path: `{'billing_address.state': '…'}`. */
export type Problems = Partial<Record<string, string>>

interface FieldProblemsOptions {
  /** This form's messages for fields, in place of the contract's. */
  words?: Problems
  /** Returns the form's field for a path of the call; by default the field of the same path. */
  fieldOf?: (path: readonly PropertyKey[]) => string
}

/**
 * Returns what the contract refuses of a call, by the fields of the form that makes it: a form and the server refuse
 * the same input. The first message for a field is shown.
 */
export function fieldProblems(
  schema: z.ZodType,
  call: unknown,
  { words = {}, fieldOf = (path) => path.join('.') }: FieldProblemsOptions = {},
): Problems {
  const problems: Problems = {}
  for (const { path, message } of schema.safeParse(call).error?.issues ?? []) {
    const field = fieldOf(path)
    problems[field] ??= words[field] ?? `It ${message}.`
  }
  return problems
}
