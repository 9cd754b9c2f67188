/**
 * Performs a batch of edits on the rows in memory, one after the other. One that is not applied holds its own row only.
 */
import type pg from 'pg'
import { editedLineOf, mergedMeanwhile } from '#contract/orders/merged-edits.ts'
import { farDay } from '#contract/orders/days.ts'
import { withNumber, placesOrder } from '#contract/orders/place.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { refuse, type Applied, type RowChange, type Outcome } from '#contract/sync/outcome.ts'
import type { World } from '#contract/sync/world.ts'
import { perform } from '#contract/sync/perform.ts'
import type { Moved } from '../platform/announce.ts'
import { dayAt, today, type Context } from '../platform/context.ts'
import { PARTS_MISSING, unitsOf } from './acts.ts'
import type { Entry } from './answers.ts'
import { doubtsOf, needsReason, saidOf } from './doubts.ts'
import type { Batch } from './load-batch.ts'
import { chain, companyOfEdit, forwarded, orderOf, rowKey } from './meaning.ts'
import type { NormalizedEdit } from './normalize-edit.ts'
import { whoChanged } from './outcomes.ts'
import { drawNumber } from './placing.ts'
import { Writes } from './store.ts'

/** The outcome of an edit, before anything of it is kept. */
interface Judged extends Entry {
  m: Mutation
}
type Forwarded = ReturnType<typeof forwarded>
type OrderChange = Extract<RowChange, { table: 'orders'; row: unknown }>

/**
 * The answer to an edit that a person took back before the server had it. It is final: a copy of the edit may still be
 * on its way.
 */
const WITHDRAWN = refuse(409, 'withdrawn', 'It was taken back before the server had it.')
const PLACED_BEFORE: Outcome = { kind: 'applied', status: 201, row: null, changes: [] }

const missing = (m: Mutation): Judged => ({
  m,
  outcome: PARTS_MISSING,
  order: null,
  by: null,
  warning: undefined,
})
const linesPlaced = ({ changes }: Applied) => changes.filter(({ table }) => table === 'items').length

/** Whether this change moves the delivery day of an existing order. */
const movesDay = (change: RowChange, world: Pick<World, 'order'>): change is OrderChange =>
  change.table === 'orders' &&
  'row' in change &&
  (world.order(change.row.id) ?? change.row).delivery_date !== change.row.delivery_date

export interface PerformOptions {
  /** An unusual piece without a reason is refused. Without this option its result carries a warning. */
  asksWhy: boolean
  /** The rows of which an earlier edit was not applied, in a batch before this one. */
  blocked: Iterable<string>
}

/** A batch while it is performed, and its results. */
export class BatchRun {
  /** The outcomes, by the edits' keys. */
  readonly outcomes = new Map<string, Entry>()
  /** Placings whose name is an order already, with its number. */
  readonly repeated = new Map<string, number>()
  /** Edits that ran as edits of another line. Their outcomes are kept with that line. */
  readonly forwards = new Map<Mutation, Mutation>()
  /** Parts of acts of which another part was not applied. */
  readonly heldParts = new Set<string>()
  readonly writes = new Writes()
  /** Whose devices are notified. */
  readonly moved = new Set<Moved>()
  readonly placed: number[] = []
  /** Orders whose delivery day was moved. */
  readonly rescheduled = new Set<number>()
  /** Rows of which an edit was not applied. */
  readonly #blocked: Set<string>
  readonly #context: Context
  readonly #batch: Batch
  readonly #options: PerformOptions

  constructor(context: Context, batch: Batch, options: PerformOptions) {
    this.#context = context
    this.#batch = batch
    this.#options = options
    this.#blocked = new Set(options.blocked)
  }

  async run(client: pg.ClientBase): Promise<void> {
    const { edits, stored } = this.#batch
    this.#blockRefusedBefore()
    for (const unit of unitsOf(edits)) {
      const [one] = unit as [NormalizedEdit]
      if (one.edit.act) this.#runAct(unit, one.edit.act)
      else if (!stored.has(one.edit.mutation_id)) await this.#runOne(client, one)
    }
    await this.#nameAuthors(client)
  }

  /** Blocks the row of a repeated refusal as the first time, unless the edit is tried again by name. */
  #blockRefusedBefore(): void {
    const { edits, stored } = this.#batch
    const again = new Set(edits.map(({ edit }) => edit.retry_of))
    for (const one of edits) {
      const known = stored.get(one.edit.mutation_id)
      if (known && known.outcome !== 'applied' && !again.has(one.edit.mutation_id)) this.#block(one)
    }
  }

  #block({ edit }: NormalizedEdit): void {
    this.#blocked.add(rowKey(edit.entity, edit.entity_id))
  }

  async #runOne(client: pg.ClientBase, one: NormalizedEdit): Promise<void> {
    const { allowance, placedAs, postponed } = this.#batch
    const ready = this.#forward(one)
    if (!ready) return this.#block(one)
    const { m } = ready
    const makesOrder = placesOrder(m)
    // One name is one order (0181): its second placing is answered with the result of the first.
    const before = makesOrder && !one.fault ? placedAs.get(m.entity_id) : undefined
    if (before !== undefined) {
      this.repeated.set(m.mutation_id, before)
      this.outcomes.set(m.mutation_id, {
        outcome: PLACED_BEFORE,
        order: before,
        by: null,
        warning: undefined,
      })
      return
    }
    if (postponed.has(m.mutation_id)) return this.#block(one)
    const judged = this.#judge(one, ready)
    if (judged.outcome.kind === 'applied' && makesOrder) {
      const over = allowance?.take(linesPlaced(judged.outcome)) ?? null
      if (over !== null) {
        postponed.set(m.mutation_id, over)
        return this.#block(one)
      }
      judged.order = await drawNumber(client)
      judged.outcome = withNumber(judged.outcome, judged.order)
    }
    if (judged.outcome.kind !== 'applied') this.#block(one)
    this.#keep(judged)
  }

  /** Runs all parts or none. Judges each part on the rows that the parts before it leave, and only then keeps any. */
  #runAct(parts: readonly NormalizedEdit[], act: NonNullable<Mutation['act']>): void {
    const { stored, prints, world } = this.#batch
    const unknown = parts.filter(({ edit }) => !stored.has(edit.mutation_id))
    const undo: (() => void)[] = []
    const judged: Judged[] = []
    const isApplied = ({ edit }: NormalizedEdit) => {
      const known = stored.get(edit.mutation_id)
      return !known || (known.outcome === 'applied' && known.fingerprint === prints.get(edit))
    }
    // Earlier answers to the act are final: the part that failed gets the same answer again, and the other
    // parts are held.
    let isWhole = parts.every(isApplied)
    for (const one of isWhole ? unknown : []) {
      const ready = this.#forward(one)
      if (ready) judged.push(parts.length !== act.parts ? missing(ready.m) : this.#judge(one, ready))
      const outcome = ready ? judged.at(-1)!.outcome : null
      isWhole = outcome?.kind === 'applied'
      if (outcome?.kind !== 'applied') break
      for (const change of outcome.changes) undo.push(world.change(change))
    }
    for (const back of undo.toReversed()) back()
    for (const one of judged) if (isWhole || one.outcome.kind !== 'applied') this.#keep(one)
    if (isWhole) return
    for (const one of parts) this.#block(one)
    for (const { edit } of unknown)
      if (!this.outcomes.has(edit.mutation_id)) this.heldParts.add(edit.mutation_id)
  }

  /** Returns the edit as the server runs it; null where an earlier edit of its row was not applied. */
  #forward({ edit }: NormalizedEdit): Forwarded | null {
    const { world } = this.#batch
    const run = forwarded(edit, world)
    if (run.m !== edit) this.forwards.set(edit, run.m)
    const keys = [...chain(edit, world), ...chain(run.m, world)]
    return keys.some((key) => this.#blocked.has(key)) ? null : run
  }

  /** Returns the outcome of an edit in these rows, and changes nothing. */
  #judge({ edit, fault }: NormalizedEdit, { m, card }: Forwarded): Judged {
    const { world, by } = this.#batch
    let outcome = fault ?? card ?? (edit.withdrawn ? WITHDRAWN : perform(m, world, by.person))
    if (outcome.kind === 'applied' && m.entity === 'orders')
      outcome = farDay(m.call.body ?? {}, today(this.#context)) ?? outcome
    // A change that cannot be added to the surviving line is decided there, where a person sees it.
    const left = world.leftOf(editedLineOf(edit) ?? '')
    if (left && outcome.kind === 'conflict') outcome = mergedMeanwhile(left)
    if (by.importedBy && outcome.kind === 'applied') {
      const theirs = perform(m, world, by.importedBy)
      if (theirs.kind !== 'applied') outcome = theirs
    }
    const { refused, warning } = this.#doubt(m, outcome)
    return { m, outcome: refused ?? outcome, order: orderOf(m, world), by: null, warning }
  }

  /** Returns the refusal or warning for an unusual piece without a reason. */
  #doubt(m: Mutation, outcome: Outcome) {
    if (outcome.kind !== 'applied' || m.reason) return {}
    const { world, watched } = this.#batch
    // A device's clock may be ahead: a day that has not come judges nothing.
    const dayMade = (madeAt: string) => {
      const [made, now] = [dayAt(this.#context, new Date(madeAt)), today(this.#context)]
      return made < now ? made : now
    }
    const doubts = doubtsOf(m, outcome, world, watched, dayMade)
    if (doubts.length === 0) return {}
    return this.#options.asksWhy ? { refused: needsReason(doubts) } : { warning: saidOf(doubts) }
  }

  #keep({ m, ...entry }: Judged): void {
    const { outcome, order } = entry
    this.outcomes.set(m.mutation_id, entry)
    if (outcome.kind !== 'applied') return
    const { world } = this.#batch
    const makesOrder = placesOrder(m)
    for (const change of outcome.changes) {
      if (movesDay(change, world)) this.rescheduled.add(change.row.id)
      const isNew = outcome.status === 201 && 'row' in change && (makesOrder || change.row === outcome.row)
      // An order that is being placed carries the sums of its lines itself.
      this.writes.add(change, isNew, makesOrder ? null : order, world)
      world.change(change)
    }
    this.moved.add(companyOfEdit(m, order, world))
    if (makesOrder && order !== null) this.#keepPlacing(m, order)
  }

  #keepPlacing(m: Mutation, order: number): void {
    const { world, placedAs, by } = this.#batch
    const { person } = by
    this.placed.push(order)
    placedAs.set(m.entity_id, order)
    this.writes.name(order, person.id, m.entity_id)
    const location = m.call.body?.['staged']
    if (typeof location !== 'number') return
    // The order is recorded as the one that took the staged order.
    this.writes.take(order, location, person.id)
    world.took(location, { order, by: person.username, at: m.created_at })
  }

  /** Adds to each conflict who wrote the other value. */
  async #nameAuthors(client: pg.ClientBase): Promise<void> {
    for (const [id, entry] of this.outcomes)
      if (entry.outcome.kind === 'conflict') {
        const { entity, entity_id } = this.#batch.fresh.find(({ edit }) => edit.mutation_id === id)!.edit
        entry.by = await whoChanged(client, entity, entity_id, Object.keys(entry.outcome.fields))
      }
  }
}
