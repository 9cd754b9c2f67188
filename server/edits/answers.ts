/** The answers to edits, by outcome. */
import type { Mutation } from '#contract/sync/mutation.ts'
import { refuse, TOO_MANY_ORDERS, type Outcome } from '#contract/sync/outcome.ts'
import { outcomeBody } from '../platform/problem.ts'
import type { Postponed } from './bounds.ts'
import type { NormalizedEdit } from './normalize-edit.ts'

/** The outcome of one edit, ready for the wire. `row` is the row that an applied edit left, as stored. */
export interface Result {
  mutation_id: string
  outcome: 'applied' | 'refused' | 'conflict' | 'held' | 'retry'
  status: number
  body: unknown
  /**
   * What is unusual about the piece of an applied edit whose caller was not asked for a reason. Not part of the body.
   */
  warning?: string
  held?: string[]
}

type StoredBy = { who: string; at: string } | null
export interface Entry {
  outcome: Outcome
  order: number | null
  by: StoredBy
  warning: string | undefined
}

export function answerOf(m: Mutation, entry: Entry | undefined): Result {
  const { mutation_id } = m
  if (!entry) return held(mutation_id)
  const { outcome, by, warning } = entry
  if (outcome.kind === 'applied')
    return {
      mutation_id,
      outcome: 'applied',
      status: outcome.status,
      body: outcome.row,
      ...(warning && { warning }),
    }
  return {
    mutation_id,
    outcome: outcome.kind,
    status: outcome.status,
    body: { ...outcomeBody(outcome), ...(by && { by }) },
  }
}

/** Answers an edit of a row whose earlier edit was not applied: the server neither tries nor stores it. */
export const held = (mutation_id: string): Result => ({
  mutation_id,
  outcome: 'held',
  status: 424,
  body: { message: 'An earlier change of the same row was not applied.' },
})

/** Answers a part of an act of which another part was not applied: the server neither tries nor stores it. */
export const heldWithAct = (mutation_id: string): Result => ({
  mutation_id,
  outcome: 'held',
  status: 424,
  body: { message: 'It belongs to a change of which another part was not applied.' },
})

/**
 * Answers a placing that is more than its person may place now: the server does not store it, and the device sends it
 * again later.
 */
export const tooMuch = ({ mutation_id }: Mutation, { message, retryAfter }: Postponed): Result => ({
  mutation_id,
  outcome: 'retry',
  status: 429,
  body: { code: TOO_MANY_ORDERS, message, retry_after: retryAfter },
})

/** Answers an edit whose key another call is running at this moment. */
export const stillRunning = ({ edit }: NormalizedEdit): Result => ({
  mutation_id: edit.mutation_id,
  outcome: 'retry',
  status: 425,
  body: { message: 'A call with this key is still running. Please try again.' },
})

/** Refuses a value that the database never takes. */
export const badValue = ({ mutation_id }: Mutation): Result => ({
  mutation_id,
  outcome: 'refused',
  status: 400,
  body: outcomeBody(refuse(400, 'invalid', 'A value is larger than what can be stored.')),
})
