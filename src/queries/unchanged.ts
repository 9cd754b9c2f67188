/** What is asked before a call that sends all fields of a row. */
import type { Client } from '#src/api/client.ts'
import type { z } from 'zod'

/** Another user has changed the row since this person saw it. Nothing is sent. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

/**
 * Returns whether a row still is what this person saw of it. If another user has changed it meanwhile, a call with
 * all of its fields would take that back.
 *
 * @param schema the fields that are compared
 */
export async function isUnchanged<T extends object>(
  client: Client,
  path: string,
  schema: z.ZodType<T> & { readonly shape: Readonly<Record<keyof T, unknown>> },
  seen: T,
): Promise<boolean> {
  const now = await client.api('GET', path, { schema })
  return (Object.keys(schema.shape) as (keyof T)[]).every((field) => now[field] === seen[field])
}
