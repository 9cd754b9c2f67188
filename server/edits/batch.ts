/**
 * Runs one batch of edits in one transaction: load, perform, store, answer. Rows, summaries and outcomes commit
 * together (architecture, "How one edit flows").
 */
import type pg from 'pg'
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import { queueConfirmations } from '../ordering/confirmations.ts'
import { decideLateFees } from '../orders/late-fee.ts'
import { together, transaction, type Context } from '../platform/context.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { companyOf } from '../platform/scope.ts'
import { answerOf, heldWithAct, stillRunning, tooMuch, type Result } from './answers.ts'
import { loadBatch, type Batch } from './load-batch.ts'
import type { NormalizedEdit } from './normalize-edit.ts'
import { currentRow, storeOutcomes, type Submitter } from './outcomes.ts'
import { BatchRun } from './perform-batch.ts'
import { replay } from './replay.ts'

/**
 * A device that waits as requested never notices. The server soon refuses a program that sends on without a pause,
 * without reading its calls (`makeLimits`).
 */
const CALLS_OF_A_POSTPONED_ORDER = 50

export interface RunOptions {
  /** An edit whose key another call is running at this moment is answered 425. It does not wait for that call. */
  exclusive?: boolean
  /** The server made the keys a moment ago, so none of them can be stored already. */
  ownKeys?: boolean
  /** An unusual piece without a reason is refused. Without this option its result carries a warning. */
  asksWhy?: boolean
  /** The rows (`rowKey`) of which an earlier edit was not applied: the edits that follow it in its chain are held. */
  blocked?: Iterable<string>
  /** Receives how many edits each committed transaction stored. */
  onStored?: (count: number) => void
}

/**
 * Settings for a batch. Edits name rows by their keys, so that one plan is right for every batch, and it never reads a
 * whole table. Left to itself, PostgreSQL plans each statement again, which takes longer than running it, or keeps a
 * plan from when the table was empty.
 */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off'

/** Runs edits in the order given. One that is not applied holds its own row only. */
export async function runBatch(
  context: Context,
  by: Submitter,
  edits: readonly NormalizedEdit[],
  { exclusive = false, ownKeys = false, asksWhy = false, blocked = [], onStored }: RunOptions,
): Promise<Result[]> {
  const ran = await transaction(
    context.pool,
    async (client) => {
      if (exclusive && !(await claimKeys(client, by.person, edits))) return null
      const batch = await loadBatch(context, client, by, edits, { ownKeys })
      const run = new BatchRun(context, batch, { asksWhy, blocked })
      await run.run(client)
      const { results, kept } = await storeBatch(context, client, batch, run, { ownKeys })
      return { batch, run, kept, answers: await answerBatch(client, batch, run, results) }
    },
    BEGIN,
  )
  if (!ran) return edits.map(stillRunning)
  const { batch, run, kept, answers } = ran
  onStored?.(kept)
  if (batch.postponed.size > 0)
    context.limits.spend(by.person.id, batch.postponed.size * CALLS_OF_A_POSTPONED_ORDER)
  if (run.moved.size > 0) context.announcer.announce(run.moved)
  if (run.placed.length > 0) context.outbox.wake()
  return answers
}

const KeyClaim = z.object({ ours: z.boolean() })

/** Claims these keys until the transaction ends. Returns false where another call is running one of them. */
async function claimKeys(
  client: pg.ClientBase,
  person: Person,
  edits: readonly NormalizedEdit[],
): Promise<boolean> {
  const { ours } = await queryOnlyRow(
    client,
    KeyClaim,
    {
      name: 'claim keys',
      text: 'select bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 7))) as ours from unnest($1::text[]) as key',
    },
    [edits.map(({ edit }) => `${person.id} ${edit.mutation_id}`)],
  )
  return ours
}

/**
 * Stores the rows and outcomes of a performed batch. Returns the answer to each fresh edit, and how many outcomes are
 * kept.
 */
async function storeBatch(
  context: Context,
  client: pg.ClientBase,
  { by, fresh, prints, postponed, allowance }: Batch,
  { outcomes, forwards, heldParts, writes, placed, rescheduled }: BatchRun,
  { ownKeys }: { ownKeys: boolean },
): Promise<{ results: Result[]; kept: number }> {
  const results = fresh.map(({ edit }) => {
    const over = postponed.get(edit.mutation_id)
    if (over) return tooMuch(edit, over)
    if (heldParts.has(edit.mutation_id)) return heldWithAct(edit.mutation_id)
    return answerOf(edit, outcomes.get(edit.mutation_id))
  })
  const kept = fresh.flatMap(({ edit }, n) => {
    const answer = results[n]!
    // A key that the server made never comes again, so a refusal under it is not kept.
    if (!outcomes.has(edit.mutation_id) || (ownKeys && answer.outcome !== 'applied')) return []
    const { order } = outcomes.get(edit.mutation_id)!
    return { edit: forwards.get(edit) ?? edit, print: prints.get(edit)!, order, answer }
  })
  await together([
    writes.store(client),
    decideLateFees(context, client, [...placed, ...rescheduled]),
    allowance?.store(client),
    queueConfirmations(context, client, placed),
    storeOutcomes(client, context.clock(), by, kept),
  ])
  return { results, kept: kept.length }
}

/** Returns the answers to all edits in the order given: the fresh ones and those whose keys are known. */
async function answerBatch(
  client: pg.ClientBase,
  { by: { person }, edits, stored, prints }: Batch,
  { repeated }: BatchRun,
  results: readonly Result[],
): Promise<Result[]> {
  const byId = new Map(results.map((result) => [result.mutation_id, result]))
  for (const [id, order] of repeated)
    byId.get(id)!.body = await currentRow(client, 'orders', order, companyOf(person))
  const all: Result[] = []
  for (const { edit } of edits) {
    const known = stored.get(edit.mutation_id)
    all.push(
      known ? await replay(client, person, edit, prints.get(edit)!, known) : byId.get(edit.mutation_id)!,
    )
  }
  return all
}
