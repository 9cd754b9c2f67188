/**
 * Runs edits: dedupe, permission, merge, write, change feed and stored outcome commit together (architecture, "How one
 * edit flows", 5). The plain documented calls bring one edit, `POST sync/push` brings many; both end here.
 */
import type pg from 'pg'
import { NotADecimal } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { lineOf, mergedMeanwhile } from '#contract/orders/forward.ts'
import { farDay } from '#contract/orders/days.ts'
import { isPlacing, numbered } from '#contract/orders/place.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { unknownRow, type Applied, type Outcome } from '#contract/sync/outcome.ts'
import { perform } from '#contract/sync/perform.ts'
import { queueConfirmations } from '../ordering/confirmations.ts'
import { codeOf, hasCrossed, isBusy, levelOf } from '../platform/busy.ts'
import { companyOf } from '../platform/scope.ts'
import { dayAt, today, together, transaction, underway, type Context } from '../platform/context.ts'
import { keyReused } from '../platform/keyed.ts'
import { outcomeBody } from '../platform/problem.ts'
import type { Moved } from './announce.ts'
import { answerOf, badValue, held, stillRunning, tooMuch, type Entry, type Result } from './answers.ts'
import { loadAllowance, type Postponed } from './bounds.ts'
import { doubtsOf, loadWatched, needsReason, saidOf } from './doubts.ts'
import { chain, companyOfEdit, fingerprint, forwarded, orderOf, rowKey } from './meaning.ts'
import { drawNumber, placedBefore } from './placing.ts'
import { settle, type Settled } from './sound.ts'
import {
  currentRow,
  findStored,
  storeOutcomes,
  whoChanged,
  type Bringer,
  type StoredOutcome,
} from './stored.ts'
import { loadWorld, type LoadedWorld } from './world.ts'
import { Writes } from './write.ts'

const UNIQUE_VIOLATION = '23505'
/** SQLSTATE classes of values that the database will never take, and sums that are no amounts any more: the fault is the edit's. */
const isBadValue = (error: unknown) =>
  error instanceof NotADecimal || (/^(?:22|23)/.test(codeOf(error)) && codeOf(error) !== UNIQUE_VIOLATION)

/** An order of a staged order is remembered as the one that took it. */
function takeStaged(m: Mutation, order: number, person: Person, world: LoadedWorld, writes: Writes): void {
  const location = m.call.body?.['staged']
  if (typeof location !== 'number') return
  writes.take(order, location, person.id)
  world.took(location, { order, by: person.username, at: m.created_at })
}

export interface RunOptions {
  /** A key that somebody else is running at this moment answers 425 instead of waiting for them. */
  exclusive?: boolean
  /** The keys were made here a moment ago: none of them can be stored already. */
  ownKeys?: boolean
  /** An unusual piece without a reason is refused; else its result carries a warning. */
  asksWhy?: boolean
  /** Hears how many edits were stored, by each transaction that has committed. */
  onStored?: (count: number) => void
}

/**
 * Edits name rows by their keys, so that one plan is right for every batch, and it never reads a whole table. Left to
 * itself PostgreSQL plans each statement anew, which takes longer than running it, or keeps a plan of the days when the
 * table was empty.
 */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off'

/** One batch in one transaction. Edits are tried in the order given; one that is not applied holds its own row only. */
async function runBatch(
  context: Context,
  by: Bringer,
  settled: readonly Settled[],
  { exclusive = false, ownKeys = false, asksWhy = false, onStored }: RunOptions,
): Promise<Result[]> {
  const { person, bringer } = by
  const moved = new Set<Moved>()
  const placed: number[] = []
  let keptCount = 0
  // A device's clock may be ahead: nothing is judged by a day that has not come.
  const dayMade = (madeAt: string) => {
    const [made, now] = [dayAt(context, new Date(madeAt)), today(context)]
    return made < now ? made : now
  }
  const results = await transaction(
    context.pool,
    async (client) => {
      if (exclusive && !(await claimKeys(client, person, settled))) return settled.map(stillRunning)
      const ids = settled.map(({ edit }) => edit.mutation_id)
      const sound = settled.flatMap(({ edit, fault }) => (fault ? [] : edit))
      const unexplained = sound.filter(({ reason }) => !reason)
      const [allowance, world, watched, stored, prints, placedAs] = await together([
        // Its lock comes before those of rows.
        sound.some(placesOrder) ? loadAllowance(context, client, person) : null,
        loadWorld(context, client, by, sound),
        loadWatched(client, unexplained),
        // After the lock: a twin of this batch that was first has committed by then, and is found.
        ownKeys ? new Map<string, StoredOutcome>() : findStored(client, person.id, ids),
        underway().then(() => new Map(settled.map(({ edit, printed }) => [edit, fingerprint(printed)]))),
        placedBefore(client, person, sound),
      ])
      const fresh = settled.filter(({ edit }) => !stored.has(edit.mutation_id))
      const writes = new Writes()
      const blocked = new Set<string>()
      // A refusal that is repeated holds its row as it did the first time, unless it is tried again by name.
      const again = new Set(settled.map(({ edit }) => edit.retry_of))
      for (const { edit } of settled) {
        const known = stored.get(edit.mutation_id)
        if (known && known.outcome !== 'applied' && !again.has(edit.mutation_id))
          blocked.add(rowKey(edit.entity, edit.entity_id))
      }
      const outcomes = new Map<string, Entry>()
      /** Placings of a name that is an order already, with its number. */
      const repeated = new Map<string, number>()
      /** Placings that are more than their person may place now. Nothing of them is kept. */
      const postponed = new Map<string, Postponed>()
      /** Edits that were run as another line's: their outcomes are kept with that. */
      const forwards = new Map<Mutation, Mutation>()
      for (const { edit, fault } of fresh) {
        const { m, card } = forwarded(edit, world)
        if (m !== edit) forwards.set(edit, m)
        const keys = [...chain(edit, world), ...chain(m, world)]
        if (keys.some((key) => blocked.has(key))) continue
        const makesOrder = placesOrder(m)
        // One name is one order (0181): its second placing is answered with what came of the first.
        const before = makesOrder && !fault ? placedAs.get(m.entity_id) : undefined
        if (before !== undefined) {
          repeated.set(m.mutation_id, before)
          outcomes.set(m.mutation_id, { outcome: PLACED_BEFORE, order: before, by: null, warning: undefined })
          continue
        }
        let order = orderOf(m, world)
        let outcome = fault ?? card ?? perform(m, world, person)
        if (outcome.kind === 'applied' && m.entity === 'orders')
          outcome = farDay(m.call.body ?? {}, today(context)) ?? outcome
        // What cannot be added to the line that is left is decided there, where somebody sees it.
        const left = world.leftOf(lineOf(edit) ?? '')
        if (left && outcome.kind === 'conflict') outcome = mergedMeanwhile(left)
        if (bringer && outcome.kind === 'applied') {
          const theirs = perform(m, world, bringer)
          if (theirs.kind !== 'applied') outcome = theirs
        }
        let warning: string | undefined
        if (outcome.kind === 'applied' && !m.reason) {
          const doubts = doubtsOf(m, outcome, world, watched, dayMade)
          if (doubts.length > 0 && asksWhy) outcome = needsReason(doubts)
          else if (doubts.length > 0) warning = saidOf(doubts)
        }
        if (outcome.kind === 'applied' && makesOrder) {
          const over = allowance?.take(linesPlaced(outcome)) ?? null
          if (over !== null) {
            postponed.set(m.mutation_id, over)
            blocked.add(rowKey(edit.entity, edit.entity_id))
            continue
          }
          order = await drawNumber(client)
          outcome = numbered(outcome, order)
        }
        if (outcome.kind === 'applied') {
          for (const change of outcome.changes) {
            const isNew =
              outcome.status === 201 && 'row' in change && (makesOrder || change.row === outcome.row)
            // An order that is placed says itself what its lines sum up to.
            writes.add(change, isNew, makesOrder ? null : order, world)
            world.change(change)
          }
          moved.add(companyOfEdit(m, order, world))
          if (makesOrder && order !== null) {
            placed.push(order)
            placedAs.set(m.entity_id, order)
            writes.name(order, person.id, m.entity_id)
            takeStaged(m, order, person, world, writes)
          }
        } else {
          blocked.add(rowKey(edit.entity, edit.entity_id))
        }
        outcomes.set(m.mutation_id, { outcome, order, by: null, warning })
      }
      for (const [id, entry] of outcomes)
        if (entry.outcome.kind === 'conflict') {
          const { entity, entity_id } = fresh.find(({ edit }) => edit.mutation_id === id)!.edit
          entry.by = await whoChanged(client, entity, entity_id, Object.keys(entry.outcome.fields))
        }
      const [answers] = await together([
        // PostgreSQL writes the rows while the outcomes are put together.
        underway().then(async () => {
          const said = fresh.map(({ edit }) => {
            const over = postponed.get(edit.mutation_id)
            return over ? tooMuch(edit, over) : answerOf(edit, outcomes.get(edit.mutation_id))
          })
          const kept = fresh.flatMap(({ edit }, n) => {
            const answer = said[n]!
            // A key that was made here comes never again: a refusal under it would be kept for nobody.
            if (!outcomes.has(edit.mutation_id) || (ownKeys && answer.outcome !== 'applied')) return []
            const { order } = outcomes.get(edit.mutation_id)!
            return { edit: forwards.get(edit) ?? edit, print: prints.get(edit)!, order, answer }
          })
          keptCount = kept.length
          await storeOutcomes(client, context.clock(), by, kept)
          return said
        }),
        writes.store(client),
        allowance?.store(client),
        queueConfirmations(context, client, placed),
      ])
      const byId = new Map(answers.map((a) => [a.mutation_id, a]))
      for (const [id, order] of repeated)
        byId.get(id)!.body = await currentRow(client, 'orders', order, companyOf(person))
      const all: Result[] = []
      for (const { edit } of settled) {
        const known = stored.get(edit.mutation_id)
        all.push(
          known ? await replay(client, person, edit, prints.get(edit)!, known) : byId.get(edit.mutation_id)!,
        )
      }
      return all
    },
    BEGIN,
  )
  onStored?.(keptCount)
  if (moved.size > 0) context.announcer.announce(moved)
  if (placed.length > 0) context.outbox.wake()
  return results
}

/** Whether nobody else is running one of these keys at this moment. Held until the transaction ends. */
async function claimKeys(
  client: pg.ClientBase,
  person: Person,
  settled: readonly Settled[],
): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>({
    name: 'claim keys',
    text: 'select bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 7))) as ours from unnest($1::text[]) as key',
    values: [settled.map(({ edit }) => `${person.id} ${edit.mutation_id}`)],
  })
  return rows[0]!.ours
}

const placesOrder = ({ entity, call }: Mutation) => isPlacing(entity, call.method)
const linesPlaced = ({ changes }: Applied) => changes.filter(({ table }) => table === 'items').length

const PLACED_BEFORE: Outcome = { kind: 'applied', status: 201, row: null, changes: [] }

/**
 * The same key again: the stored answer for the same call, 422 for another one. What the person may see may have
 * changed since: the row is the one of now, and nothing where it is out of their sight.
 */
async function replay(
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
  // A conflict tells what others have written.
  if (known.outcome === 'conflict' && current === null && Object.keys(fields ?? {}).length > 0)
    return { mutation_id, outcome: 'refused', status: 404, body: outcomeBody(unknownRow('row')) }
  return { mutation_id, outcome: known.outcome, status: known.status, body: known.answer }
}

/** The same edits, each in a transaction of its own, so that the one at fault fails alone and holds its row only. */
async function runAlone(
  context: Context,
  bringer: Bringer,
  settled: readonly Settled[],
  options: Pick<RunOptions, 'asksWhy' | 'onStored'>,
): Promise<Result[]> {
  const results: Result[] = []
  const blocked = new Set<string>()
  for (const one of settled) {
    const { entity, entity_id, call, mutation_id } = one.edit
    const own = rowKey(entity, entity_id)
    const parent = rowKey('orderitems', String(call.body?.['order_item']))
    if (blocked.has(own) || blocked.has(parent)) {
      results.push(held(mutation_id))
      continue
    }
    const [result] = await runSettled(context, bringer, [one], options)
    if (result!.outcome !== 'applied') blocked.add(own)
    results.push(result!)
  }
  return results
}

async function runSettled(
  context: Context,
  bringer: Bringer,
  settled: readonly Settled[],
  options: RunOptions,
): Promise<Result[]> {
  try {
    return await runBatch(context, bringer, settled, options)
  } catch (first) {
    let error: unknown = first
    // The same key came in beside us and was first, or two transactions crossed: look again.
    if (codeOf(error) === UNIQUE_VIOLATION || hasCrossed(error)) {
      try {
        return await runBatch(context, bringer, settled, options)
      } catch (again) {
        error = again
      }
    }
    // Asking for each alone would only wait longer.
    if (settled.length > 1 && !isBusy(error))
      return runAlone(context, bringer, settled, {
        asksWhy: options.asksWhy ?? false,
        ...(options.onStored && { onStored: options.onStored }),
      })
    if (isBadValue(error)) return settled.map(({ edit }) => badValue(edit))
    context.log[levelOf(error)](error, 'an edit could not be run')
    return settled.map(({ edit: { mutation_id } }) => ({
      mutation_id,
      outcome: 'retry',
      status: 503,
      body: { message: 'The server could not do this just now.' },
    }))
  }
}

/**
 * Runs edits that the door has checked. Never throws for an edit: where the database refuses a batch, its edits are
 * tried alone; one with a value that cannot be stored is refused, and any other one at fault answers `retry` and is
 * not stored.
 */
export async function runMutations(
  context: Context,
  bringer: Bringer,
  mutations: readonly Mutation[],
  options: RunOptions = {},
): Promise<Result[]> {
  return mutations.length === 0 ? [] : runSettled(context, bringer, mutations.map(settle), options)
}
