/**
 * Runs edits: dedupe, permission, merge, write, change feed and stored outcome commit together (architecture, "How one
 * edit flows", 5). The plain documented calls bring one edit, `POST sync/push` brings many; both end here.
 */
import { hash } from 'node:crypto'
import type pg from 'pg'
import { NotADecimal } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { forwardEdit, forwardToOrder, lineOf, mergedMeanwhile, orderNamed } from '#contract/orders/forward.ts'
import { isPlacing, stagedOf } from '#contract/orders/place.ts'
import { readStagedId } from '#contract/ordering/staged.ts'
import { Id } from '#contract/values.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { refuse, unknownRow, type Conflict, type Outcome } from '#contract/sync/outcome.ts'
import { perform } from '#contract/sync/perform.ts'
import { queueConfirmations } from '../ordering/confirmations.ts'
import { hasCrossed, isBusy } from '../platform/busy.ts'
import { companyOf } from '../platform/scope.ts'
import { dayAt, today, together, transaction, underway, type Context } from '../platform/context.ts'
import { keyReused, sorted } from '../platform/keyed.ts'
import { outcomeBody } from '../platform/problem.ts'
import type { Moved } from './announce.ts'
import { doubtsOf, loadWatched, needsReason, saidOf } from './doubts.ts'
import { settle, type Settled } from './sound.ts'
import { findStored, storeOutcomes, whoChanged, type Bringer, type StoredOutcome } from './stored.ts'
import { loadWorld, type LoadedWorld } from './world.ts'
import { Writes } from './write.ts'

/** What became of one edit, ready for the wire. `row` is the row that an applied edit left, as stored. */
export interface Result {
  mutation_id: string
  outcome: 'applied' | 'refused' | 'conflict' | 'held' | 'retry'
  status: number
  body: unknown
  /** What is unusual about the piece that an applied edit tells of, where nobody was asked. Not part of the body. */
  warning?: string
  held?: string[]
}

const UNIQUE_VIOLATION = '23505'
const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
/** SQLSTATE classes of values that the database will never take, and sums that are no amounts any more: the fault is the edit's. */
const isBadValue = (error: unknown) =>
  error instanceof NotADecimal || (/^(?:22|23)/.test(codeOf(error)) && codeOf(error) !== UNIQUE_VIOLATION)
/** What makes two calls the same call. The path's form and the order of fields do not count; what is added does. */
function fingerprint(m: Pick<Mutation, 'user_id' | 'entity' | 'entity_id' | 'call' | 'adds'>): string {
  const call = [m.user_id, m.call.method, m.entity, m.entity_id, sorted(m.call.body), sorted(m.adds)]
  return hash('sha256', JSON.stringify(call), 'base64url')
}

const rowKey = (entity: string, id: string) => `${entity} ${id}`

/** The chain keys of an edit: its own row, the item that its piece belongs to, the staged products that are placed. */
function chain(m: Mutation, world: LoadedWorld): string[] {
  const own = rowKey(m.entity, m.entity_id)
  // A staged order is placed as its person left it.
  if (m.entity === 'orders')
    return [own, ...stagedOf(m.entity, m.call).map((id) => rowKey('sharedcartitems', id))]
  if (m.entity !== 'ordersubitems') return [own]
  const item = m.call.body?.['order_item'] ?? world.subitem(m.entity_id)?.order_item
  return typeof item === 'string' ? [own, rowKey('orderitems', item)] : [own]
}

/** The order that an edit belongs to, as the server knows it; the device's word is not taken. */
function orderOf(m: Mutation, world: LoadedWorld): number | null {
  if (isPlacing(m.entity, m.call.method)) return world.placing(m.entity_id)?.order ?? null
  if (m.entity === 'orders') return world.order(Number(m.entity_id))?.id ?? null
  const body = m.call.body ?? {}
  if (m.entity === 'orderitems')
    return world.item(m.entity_id)?.order ?? Id.safeParse(body['order']).data ?? null
  if (m.entity === 'ordersubitems')
    return (
      world.subitem(m.entity_id)?.order ??
      (typeof body['order_item'] === 'string' ? (world.item(body['order_item'])?.order ?? null) : null)
    )
  return null
}

/** The edit as it is run: of a line or an order that merging has put into another one it is an edit of that, or its card. */
function forwarded(edit: Mutation, world: LoadedWorld): { m: Mutation; card: Conflict | null } {
  const line = lineOf(edit)
  const left = line === null ? undefined : world.leftOf(line)
  const order = orderNamed(edit)
  const into = order === null ? undefined : world.intoOf(order)
  const m = left ? forwardEdit(edit, left) : into === undefined ? edit : forwardToOrder(edit, order!, into)
  return 'kind' in m ? { m: edit, card: m } : { m, card: null }
}

/** Whose devices are told of an edit. */
function companyOfEdit(m: Mutation, order: number | null, world: LoadedWorld): Moved {
  if (order !== null) return world.order(order)?.company_id ?? '*'
  const staged = m.entity === 'sharedcartitems' ? readStagedId(m.entity_id) : null
  return (staged && world.staging(staged.location)?.company) ?? '*'
}

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
  { exclusive = false, ownKeys = false, asksWhy = false }: RunOptions,
): Promise<Result[]> {
  const { person, bringer } = by
  const moved = new Set<Moved>()
  const placed: number[] = []
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
      const [world, watched, stored, prints] = await together([
        loadWorld(context, client, person, sound),
        loadWatched(client, unexplained),
        // After the lock: a twin of this batch that was first has committed by then, and is found.
        ownKeys ? new Map<string, StoredOutcome>() : findStored(client, person.id, ids),
        underway().then(() => new Map(settled.map(({ edit }) => [edit, fingerprint(edit)]))),
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
      /** Edits that were run as another line's: their outcomes are kept with that. */
      const forwards = new Map<Mutation, Mutation>()
      for (const { edit, fault } of fresh) {
        const { m, card } = forwarded(edit, world)
        if (m !== edit) forwards.set(edit, m)
        const keys = [...chain(edit, world), ...chain(m, world)]
        if (keys.some((key) => blocked.has(key))) continue
        const makesOrder = isPlacing(m.entity, m.call.method)
        let order = orderOf(m, world)
        let outcome = fault ?? card ?? perform(m, world, person)
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
            takeStaged(m, order, person, world, writes)
          }
        } else {
          blocked.add(rowKey(edit.entity, edit.entity_id))
          // Its number was never given to an order.
          if (makesOrder) order = null
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
          const said = fresh.map(({ edit }) => answerOf(edit, outcomes.get(edit.mutation_id)))
          const kept = fresh.map(({ edit }) => ({
            edit: forwards.get(edit) ?? edit,
            print: prints.get(edit)!,
          }))
          await storeOutcomes(client, context.clock(), by, kept, outcomes, said)
          return said
        }),
        writes.store(client),
        queueConfirmations(context, client, placed),
      ])
      const byId = new Map(answers.map((a) => [a.mutation_id, a]))
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

const stillRunning = ({ edit }: Settled): Result => ({
  mutation_id: edit.mutation_id,
  outcome: 'retry',
  status: 425,
  body: { message: 'A call with this key is still running. Please try again.' },
})

type StoredBy = { who: string; at: string } | null
interface Entry {
  outcome: Outcome
  order: number | null
  by: StoredBy
  warning: string | undefined
}

function answerOf(m: Mutation, entry: Entry | undefined): Result {
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

/** An edit of a row whose earlier edit was not applied: not tried, and not stored. */
const held = (mutation_id: string): Result => ({
  mutation_id,
  outcome: 'held',
  status: 424,
  body: { message: 'An earlier change of the same row was not applied.' },
})

/** The same edits, each in a transaction of its own, so that the one at fault fails alone and holds its row only. */
async function runAlone(
  context: Context,
  bringer: Bringer,
  settled: readonly Settled[],
  asksWhy: boolean,
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
    const [result] = await runSettled(context, bringer, [one], { asksWhy })
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
      return runAlone(context, bringer, settled, options.asksWhy ?? false)
    if (isBadValue(error)) return settled.map(({ edit }) => badValue(edit))
    context.log.error(error, 'an edit could not be run')
    return settled.map(({ edit: { mutation_id } }) => ({
      mutation_id,
      outcome: 'retry',
      status: 503,
      body: { message: 'The server could not do this just now.' },
    }))
  }
}

const badValue = ({ mutation_id }: Mutation): Result => ({
  mutation_id,
  outcome: 'refused',
  status: 400,
  body: outcomeBody(refuse(400, 'invalid', 'A value is larger than what can be stored.')),
})

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
