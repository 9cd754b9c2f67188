/** The answer to an edit whose key is known. */
import type pg from 'pg'
import type { Person } from '#contract/permissions.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { unknownRow } from '#contract/sync/outcome.ts'
import { keyReused } from '../platform/keyed.ts'
import { outcomeBody } from '../platform/problem.ts'
import { companyOf } from '../platform/scope.ts'
import type { Result } from './answers.ts'
import type { StoredOutcome } from './outcomes.ts'

/**
 * Answers a repeated key: with the stored answer for the same call, 422 for another one. The person's rights may have
 * changed since: the row is the present one, and nothing where they may no longer see it.
 */
export async function replay(
  client: pg.ClientBase,
  person: Person,
  { mutation_id }: Mutation,
  print: string,
  known: StoredOutcome,
): Promise<Result> {
  if (known.fingerprint !== print)
    return { mutation_id, outcome: 'refused', status: 422, body: outcomeBody(keyReused()) }
  const current = await known.current(client, companyOf(person))
  if (known.outcome === 'applied')
    return {
      mutation_id,
      outcome: 'applied',
      status: known.status,
      held: await known.heldSince(client),
      body: current,
    }
  const { fields } = known.answer as { fields?: object }
  // A conflict shows what others have written.
  if (known.outcome === 'conflict' && current === null && Object.keys(fields ?? {}).length > 0)
    return { mutation_id, outcome: 'refused', status: 404, body: outcomeBody(unknownRow('row')) }
  return { mutation_id, outcome: known.outcome, status: known.status, body: known.answer }
}
