/** Loads all that a batch of edits is judged by. Reads and locks, and changes nothing. */
import type pg from 'pg'
import { placesOrder } from '#contract/orders/place.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { together, type Context } from '../platform/context.ts'
import { loadAllowance, type Allowance, type Postponed } from './bounds.ts'
import { loadWatched, type WatchedProducts } from './doubts.ts'
import { loadWorld, type LoadedWorld } from './load-world.ts'
import { fingerprint } from './meaning.ts'
import type { NormalizedEdit } from './normalize-edit.ts'
import { findStored, type StoredOutcome, type Submitter } from './outcomes.ts'
import { placedLinesOf, placedBefore } from './placing.ts'

export interface Batch {
  by: Submitter
  edits: readonly NormalizedEdit[]
  /** The edits that were not answered before. */
  fresh: readonly NormalizedEdit[]
  /** What was answered to the others, by their keys. */
  stored: ReadonlyMap<string, StoredOutcome>
  prints: ReadonlyMap<Mutation, string>
  /** Numbers of orders by the names that they were placed under. */
  placedAs: Map<string, number>
  /** How much may still be placed; null where the batch places nothing. */
  allowance: Allowance | null
  /** Placings that are more than their person may place now, by their keys. Nothing of them is kept. */
  postponed: Map<string, Postponed>
  world: LoadedWorld
  /** Products of which a piece may be unusual. */
  watched: WatchedProducts
}

/** @param options.ownKeys whether the keys were made here a moment ago, so that none of them can be stored already */
export async function loadBatch(
  context: Context,
  client: pg.ClientBase,
  by: Submitter,
  edits: readonly NormalizedEdit[],
  { ownKeys }: { ownKeys: boolean },
): Promise<Batch> {
  const { person } = by
  const ids = edits.map(({ edit }) => edit.mutation_id)
  const sound = edits.flatMap(({ edit, fault }) => (fault ? [] : edit))
  // Its lock comes before those of rows.
  const allowance = sound.some(placesOrder) ? await loadAllowance(context, client, person) : null
  const findKnown = () =>
    together([
      // After the lock: a twin of this batch that was first has committed by then, and is found.
      ownKeys ? new Map<string, StoredOutcome>() : findStored(client, person.id, ids),
      placedBefore(client, person, sound),
    ])
  const known = allowance && (await findKnown())
  const postponed = allowance && known ? previewPlacings(allowance, sound, ...known) : new Map()
  const prints = new Map(edits.map(({ edit, printed }) => [edit, fingerprint(printed)]))
  const [world, watched, [stored, placedAs]] = await together([
    loadWorld(
      context,
      client,
      by,
      sound.filter(({ mutation_id }) => !postponed.has(mutation_id)),
    ),
    loadWatched(
      client,
      sound.filter(({ reason }) => !reason),
    ),
    known ?? findKnown(),
  ])
  const fresh = edits.filter(({ edit }) => !stored.has(edit.mutation_id))
  return { by, edits, fresh, stored, prints, placedAs, allowance, postponed, world, watched }
}

/**
 * Placings that are more than their person may place now: none of their rows is loaded. A placing that was answered before is not
 * among them. An order that the batch places and the server refuses counts here: those behind it wait a little longer than they must.
 */
function previewPlacings(
  allowance: Allowance,
  sound: readonly Mutation[],
  stored: ReadonlyMap<string, StoredOutcome>,
  placedAs: ReadonlyMap<string, number>,
): Map<string, Postponed> {
  const fresh = sound.filter(
    (m) => placesOrder(m) && !m.withdrawn && !stored.has(m.mutation_id) && !placedAs.has(m.entity_id),
  )
  const answers = allowance.preview(fresh.map((m) => placedLinesOf(m).length))
  return new Map(fresh.flatMap((m, n) => (answers[n] ? [[m.mutation_id, answers[n]]] : [])))
}
