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
import { refuse, type Applied, type Change, type Outcome } from '#contract/sync/outcome.ts'
import type { World } from '#contract/sync/world.ts'
import { perform } from '#contract/sync/perform.ts'
import { queueConfirmations } from '../ordering/confirmations.ts'
import { codeOf, hasCrossed, isBusy, isDuplicate, levelOf } from '../platform/busy.ts'
import { companyOf } from '../platform/scope.ts'
import { decideLateFees } from '../orders/late-fee.ts'
import { dayAt, today, together, transaction, underway, type Context } from '../platform/context.ts'
import type { Moved } from '../platform/announce.ts'
import { answerAct, PARTS_MISSING, unitsOf } from './acts.ts'
import {
  answerOf,
  badValue,
  held,
  heldWithAct,
  stillRunning,
  tooMuch,
  type Entry,
  type Result,
} from './answers.ts'
import { loadAllowance, type Allowance, type Postponed } from './bounds.ts'
import { replay } from './replay.ts'
import { doubtsOf, loadWatched, needsReason, saidOf } from './doubts.ts'
import { chain, companyOfEdit, fingerprint, forwarded, orderOf, rowKey } from './meaning.ts'
import { drawNumber, linesOf, placedBefore } from './placing.ts'
import { settle, type Settled } from './normalize-edit.ts'
import {
  currentRow,
  findStored,
  storeOutcomes,
  whoChanged,
  type Bringer,
  type StoredOutcome,
} from './outcomes.ts'
import { loadWorld, type LoadedWorld } from './load.ts'
import { Writes } from './store.ts'

/** Orders of so many lines are placed in one transaction: others are answered between two of these. */
const LINES_TOGETHER = 500
/** A device that waits as it was asked to never notices. A program that sends on without a pause is soon refused unread (`makeLimits`). */
const CALLS_OF_A_POSTPONED_ORDER = 50
/** SQLSTATE classes of values that the database will never take, and sums that are no amounts any more: the fault is the edit's. */
const isBadValue = (error: unknown) =>
  error instanceof NotADecimal || (/^(?:22|23)/.test(codeOf(error)) && !isDuplicate(error))

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
 * itself PostgreSQL plans each statement again, which takes longer than running it, or keeps a plan of the days when the
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
  /** Orders whose delivery day was moved. */
  const rescheduled = new Set<number>()
  /** Placings that are more than their person may place now. Nothing of them is kept. */
  let postponed = new Map<string, Postponed>()
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
      // Its lock comes before those of rows.
      const allowance = sound.some(placesOrder) ? await loadAllowance(context, client, person) : null
      const findKnown = () =>
        together([
          // After the lock: a twin of this batch that was first has committed by then, and is found.
          ownKeys ? new Map<string, StoredOutcome>() : findStored(client, person.id, ids),
          placedBefore(client, person, sound),
        ])
      const known = allowance && (await findKnown())
      postponed = allowance && known ? previewPlacings(allowance, sound, ...known) : new Map()
      const [world, watched, prints, [stored, placedAs]] = await together([
        loadWorld(
          context,
          client,
          by,
          sound.filter(({ mutation_id }) => !postponed.has(mutation_id)),
        ),
        loadWatched(client, unexplained),
        underway().then(() => new Map(settled.map(({ edit, printed }) => [edit, fingerprint(printed)]))),
        known ?? findKnown(),
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
      /** Edits that were run as another line's: their outcomes are kept with that. */
      const forwards = new Map<Mutation, Mutation>()
      /** Parts of acts of which another part was not applied. */
      const heldParts = new Set<string>()
      const block = ({ edit }: Settled) => blocked.add(rowKey(edit.entity, edit.entity_id))
      /** The edit as it is run; null where an earlier edit of its row was not applied. */
      const readied = ({ edit }: Settled): Forwarded | null => {
        const run = forwarded(edit, world)
        if (run.m !== edit) forwards.set(edit, run.m)
        const keys = [...chain(edit, world), ...chain(run.m, world)]
        return keys.some((key) => blocked.has(key)) ? null : run
      }
      /** What becomes of an edit in these rows; nothing is changed by it. */
      const judge = ({ edit, fault }: Settled, { m, card }: Forwarded): Judged => {
        let outcome = fault ?? card ?? (edit.withdrawn ? WITHDRAWN : perform(m, world, person))
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
        return { m, outcome, order: orderOf(m, world), by: null, warning }
      }
      const keep = ({ m, ...entry }: Judged) => {
        const { outcome, order } = entry
        if (outcome.kind === 'applied') {
          const makesOrder = placesOrder(m)
          for (const change of outcome.changes) {
            if (movesDay(change, world)) rescheduled.add(change.row.id)
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
        }
        outcomes.set(m.mutation_id, entry)
      }
      const runOne = async (one: Settled): Promise<void> => {
        const ready = readied(one)
        if (!ready) return void block(one)
        const { m } = ready
        const makesOrder = placesOrder(m)
        // One name is one order (0181): its second placing is answered with what came of the first.
        const before = makesOrder && !one.fault ? placedAs.get(m.entity_id) : undefined
        if (before !== undefined) {
          repeated.set(m.mutation_id, before)
          outcomes.set(m.mutation_id, { outcome: PLACED_BEFORE, order: before, by: null, warning: undefined })
          return
        }
        if (postponed.has(m.mutation_id)) return void block(one)
        const judged = judge(one, ready)
        if (judged.outcome.kind === 'applied' && makesOrder) {
          const over = allowance?.take(linesPlaced(judged.outcome)) ?? null
          if (over !== null) {
            postponed.set(m.mutation_id, over)
            return void block(one)
          }
          judged.order = await drawNumber(client)
          judged.outcome = numbered(judged.outcome, judged.order)
        }
        if (judged.outcome.kind !== 'applied') block(one)
        keep(judged)
      }
      /** All parts or none: each is judged on the rows that the parts before it leave, and only then is one kept. */
      const runAct = (parts: readonly Settled[], act: NonNullable<Mutation['act']>): void => {
        const unknown = parts.filter(({ edit }) => !stored.has(edit.mutation_id))
        const undo: (() => void)[] = []
        const judged: Judged[] = []
        const isApplied = ({ edit }: Settled) => {
          const known = stored.get(edit.mutation_id)
          return !known || (known.outcome === 'applied' && known.fingerprint === prints.get(edit))
        }
        // What was answered to the act before stands: the part that met it is told once more, and holds the others.
        let isWhole = parts.every(isApplied)
        for (const one of isWhole ? unknown : []) {
          const ready = readied(one)
          if (ready) judged.push(parts.length !== act.parts ? missing(ready.m) : judge(one, ready))
          const outcome = ready ? judged.at(-1)!.outcome : null
          isWhole = outcome?.kind === 'applied'
          if (outcome?.kind !== 'applied') break
          for (const change of outcome.changes) undo.push(world.change(change))
        }
        for (const back of undo.toReversed()) back()
        for (const one of judged) if (isWhole || one.outcome.kind !== 'applied') keep(one)
        if (!isWhole) parts.forEach(block)
        for (const { edit } of unknown)
          if (!isWhole && !outcomes.has(edit.mutation_id)) heldParts.add(edit.mutation_id)
      }
      for (const unit of unitsOf(settled)) {
        const [one] = unit as [Settled]
        if (one.edit.act) runAct(unit, one.edit.act)
        else if (!stored.has(one.edit.mutation_id)) await runOne(one)
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
            if (over) return tooMuch(edit, over)
            if (heldParts.has(edit.mutation_id)) return heldWithAct(edit.mutation_id)
            return answerOf(edit, outcomes.get(edit.mutation_id))
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
        decideLateFees(context, client, [...placed, ...rescheduled]),
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
  if (postponed.size > 0) context.limits.spend(person.id, postponed.size * CALLS_OF_A_POSTPONED_ORDER)
  if (moved.size > 0) context.announcer.announce(moved)
  if (placed.length > 0) context.outbox.wake()
  return results
}

type OrderChange = Extract<Change, { table: 'orders'; row: unknown }>

/** Whether this change moves the delivery day of an order that is there. */
const movesDay = (change: Change, world: Pick<World, 'order'>): change is OrderChange =>
  change.table === 'orders' &&
  'row' in change &&
  (world.order(change.row.id) ?? change.row).delivery_date !== change.row.delivery_date

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

/**
 * Placings that are more than their person may place now, by key: nothing of them is kept, and none of their rows is loaded. A
 * placing that was answered before is not among them. An order that the batch places and the server refuses counts here: those
 * behind it wait a little longer than they must.
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
  const answers = allowance.preview(fresh.map((m) => linesOf(m).length))
  return new Map(fresh.flatMap((m, n) => (answers[n] ? [[m.mutation_id, answers[n]]] : [])))
}

/** What was found of an edit, before anything of it is kept. */
interface Judged extends Entry {
  m: Mutation
}
type Forwarded = ReturnType<typeof forwarded>

const missing = (m: Mutation): Judged => ({
  m,
  outcome: PARTS_MISSING,
  order: null,
  by: null,
  warning: undefined,
})

const placesOrder = ({ entity, call }: Mutation) => isPlacing(entity, call.method)

/** What is answered to an edit that was taken back before the server had it. It stays so: a copy of it may still be on its way. */
const WITHDRAWN = refuse(409, 'withdrawn', 'It was taken back before the server had it.')
const linesIn = (settled: readonly Settled[]) =>
  settled.reduce((sum, { edit }) => sum + linesOf(edit).length, 0)
const linesPlaced = ({ changes }: Applied) => changes.filter(({ table }) => table === 'items').length

const PLACED_BEFORE: Outcome = { kind: 'applied', status: 201, row: null, changes: [] }

/** An edit, or all parts of an act. */
type Unit = readonly Settled[]

/** Cuts edits into parts of so many order lines; an order of more is a part of its own. Each part has its edits in the order given. */
function partsOf(units: readonly Unit[], lines: number): Unit[][] {
  const parts: Unit[][] = []
  let room = 0
  for (const unit of units) {
    room -= linesIn(unit)
    if (parts.length === 0 || room < 0) {
      parts.push([])
      room = lines - linesIn(unit)
    }
    parts.at(-1)!.push(unit)
  }
  return parts
}

/** Runs the parts of a batch one after the other, each in a transaction of its own. An edit that is not applied holds its row only. */
async function runApart(
  context: Context,
  bringer: Bringer,
  settled: readonly Settled[],
  parts: readonly (readonly Unit[])[],
  { asksWhy = false, onStored }: RunOptions,
): Promise<Result[]> {
  const results = new Map<Settled, Result>()
  const blocked = new Set<string>()
  const isBlocked = ({ edit }: Settled) =>
    blocked.has(rowKey(edit.entity, edit.entity_id)) ||
    blocked.has(rowKey('orderitems', String(edit.call.body?.['order_item'])))
  for (const part of parts) {
    const open = part.filter((unit) => !unit.some(isBlocked)).flat()
    const ran =
      open.length === 0
        ? []
        : await runSettled(context, bringer, open, { asksWhy, ...(onStored && { onStored }) })
    for (const [n, one] of open.entries()) results.set(one, ran[n]!)
    for (const one of part.flat()) {
      const result = results.get(one) ?? held(one.edit.mutation_id)
      results.set(one, result)
      if (result.outcome !== 'applied') blocked.add(rowKey(one.edit.entity, one.edit.entity_id))
    }
  }
  return settled.map((one) => results.get(one)!)
}

async function runSettled(
  context: Context,
  bringer: Bringer,
  settled: readonly Settled[],
  options: RunOptions,
): Promise<Result[]> {
  const units = unitsOf(settled)
  if (units.length > 1 && linesIn(settled) > LINES_TOGETHER)
    return runApart(context, bringer, settled, partsOf(units, LINES_TOGETHER), options)
  try {
    return await runBatch(context, bringer, settled, options)
  } catch (first) {
    let error: unknown = first
    // The same key came in beside us and was first, or two transactions crossed: look again.
    if (isDuplicate(error) || hasCrossed(error)) {
      try {
        return await runBatch(context, bringer, settled, options)
      } catch (again) {
        error = again
      }
    }
    // Asking for each alone would only wait longer.
    if (units.length > 1 && !isBusy(error)) {
      const alone = units.map((unit) => [unit])
      return runApart(context, bringer, settled, alone, options)
    }
    // Which part of an act holds it the database does not say.
    if (isBadValue(error)) return answerAct(settled, badValue(settled[0]!.edit))
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
