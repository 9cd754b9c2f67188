import type { z } from 'zod'

/** Words for a form's fields, by the field's path: `{'billing_address.state': '…'}`. */
export type Problems = Partial<Record<string, string>>

interface FieldProblemsOptions {
  /** What this form says of a field in place of the contract's words. */
  words?: Problems
  /** Which field of the form stands for a path of the call; without it, the one of the same path. */
  fieldOf?: (path: readonly PropertyKey[]) => string
}

/**
 * What the contract refuses of a call, at the fields of the form that makes it: a form and the server refuse the same
 * input. The first words for a field are shown.
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
