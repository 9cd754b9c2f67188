/** The acts of the cards. Each returns null when it is done, or why not, in words. */
import { MERGED } from '#contract/sync/outcome.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText, refusalCodeOf } from '#src/api/errors.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Resolution } from '#src/sync/attention.ts'
import { closedOrder } from '#src/sync/decisions.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { Engine } from '#src/sync/engine.ts'
import type { OrderGroup } from './log.ts'

type Said = string | null

/** Sends the decision, which is stored already. The sync pill reports whether sending works. */
function sendSoon(engine: Engine): void {
  engine.saveNow().catch(() => undefined)
}

export async function tryAgain(engine: Engine, record: OutboxRecord, reason?: string): Promise<Said> {
  const result = await engine.retry(record.mutation_id, reason)
  if (result.kind !== 'committed') return result.message
  sendSoon(engine)
  return null
}

export async function choose(engine: Engine, record: OutboxRecord, choice: Resolution): Promise<Said> {
  const result = await engine.resolveConflict(record.mutation_id, choice)
  if (typeof result === 'object' && result.kind !== 'committed') return result.message
  sendSoon(engine)
  return null
}

export async function giveUp(engine: Engine, records: readonly OutboxRecord[]): Promise<Said> {
  for (const { mutation_id } of records) await engine.discard(mutation_id)
  sendSoon(engine)
  return null
}

/** Edits behind a refused one are sent when it is gone, and then refused too, so they are given up round by round. */
const MOST_ROUNDS = 20

/**
 * Gives up what an invoiced or deleted order has refused, including the edits that still wait behind it. Edits that the
 * order refuses later stay: the person was not asked about them.
 */
export async function giveUpOrder(engine: Engine, group: OrderGroup): Promise<Said> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const refused = await refusedOf(engine, group)
    if (refused.length === 0) return null
    for (const { mutation_id } of refused) await engine.discard(mutation_id)
    await engine.saveNow()
  }
  return null
}

const refusedOf = (engine: Engine, { order, why, ids }: OrderGroup): Promise<OutboxRecord[]> =>
  engine.db.outbox
    .where('state')
    .equals('refused')
    .filter((record) => {
      const closed = closedOrder(record)
      return ids.has(record.mutation_id) && closed?.order === order && closed.why === why
    })
    .sortBy('seq')

export async function tryOrderAgain(engine: Engine, { refused }: OrderGroup): Promise<Said> {
  for (const { mutation_id } of refused) {
    const result = await engine.retry(mutation_id)
    // Another tab has taken the edit away meanwhile, so there is nothing to do.
    if (result.kind !== 'committed' && result.status !== 404) return result.message
  }
  sendSoon(engine)
  return null
}

/** The question about an invoice that was exported to the books: the server asks it before it unlocks the order. */
interface ExportedQuestion {
  /** The person has read it, and goes on. */
  isConfirmed: boolean
  onAsked: () => void
}

/** Deletes the order's invoice, as Unlock does (A008), and sends the edits that wait for it. */
export async function unlockAndApply(
  engine: Engine,
  client: Client,
  group: OrderGroup,
  { isConfirmed, onAsked }: ExportedQuestion,
): Promise<Said> {
  try {
    await client.api('POST', `orders/${group.order}/unlock`, {
      ...(isConfirmed && { body: { confirm_exported: true } }),
    })
  } catch (error) {
    if (refusalCodeOf(error) === 'exported') onAsked()
    // 409 with an open order: another user has unlocked it already. A paid one stays locked, and its error
    // says so.
    const open = error instanceof ApiError && error.status === 409 && /no invoice/.test(errorText(error))
    if (!open) return errorText(error)
  }
  // The device must know that the order is open, or it refuses the edits itself.
  await engine.pullNow()
  return tryOrderAgain(engine, group)
}

/**
 * Returns the edit that makes a deleted row again, as a new row with this edit's values; null where it is not possible
 * or not allowed: the device does not know enough of the row, or the row's parent is gone too.
 */
export async function makeAgainEdit(
  engine: Engine,
  person: Person | null,
  { entity, entity_id, order, call, base, raw_scan, answer, act }: OutboxRecord,
): Promise<NewEdit | null> {
  // One part of an act made again would be only half of what the person did.
  if (call.method === 'DELETE' || order === null || act) return null
  // A merged row exists already, within another line.
  if (answer?.code === MERGED) return null
  const { db } = engine
  const [shadow, row] =
    entity === 'ordersubitems'
      ? await Promise.all([db.shadows.get(['subitems', entity_id]), db.subitems.get(entity_id)])
      : await Promise.all([db.shadows.get(['items', entity_id]), db.items.get(entity_id)])
  const known = { ...shadow?.row, ...row, ...base.values, ...call.body } as { [field: string]: unknown }
  const only = (fields: string[]) =>
    Object.fromEntries(
      fields.filter((f) => known[f] !== undefined && known[f] !== null).map((f) => [f, known[f]]),
    )
  const again = { entity, entity_id: engine.newId(), method: 'POST', order, raw_scan } as const
  if (entity === 'ordersubitems') {
    const item = known['order_item']
    if (typeof item !== 'string' || known['unit_type'] === undefined || !(await db.items.get(item)))
      return null
    const body = only([
      'order_item',
      'unit_type',
      'weight_lbs',
      'lot_code',
      'weight_kg',
      'serial',
      'raw_scan',
    ])
    return { ...again, body, order_item: item }
  }
  if (entity !== 'orderitems' || !can(person, 'items.add') || known['product'] === undefined) return null
  const fields = [
    'product',
    'units_ordered',
    'cases_ordered',
    'unit_quantity',
    'case_quantity',
    'picked',
    'scanned',
  ]
  return { ...again, body: { ...only([...fields, 'bin_override']), order } }
}

export async function makeAgain(engine: Engine, record: OutboxRecord, edit: NewEdit): Promise<Said> {
  const result = await engine.commit([edit])
  if (result.kind !== 'committed') return result.message
  return giveUp(engine, [record])
}
