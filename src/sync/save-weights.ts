/** Saving the rows of a "Weight / Lot" dialog as often as it takes, each piece once. */
import type { Act } from '#contract/orders/acts.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { rowsSaved, saveWeights, type WeightRow } from '#contract/picking/weight-rows.ts'
import { errorText } from '#src/api/errors.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from './engine.ts'
import { refusedOf } from './save-orders.ts'

/** What the server did not take of an act that was just stored. */
export interface RefusedAct {
  message: string
  /** Ids of the rows that it did not take. */
  rows: ReadonlySet<string>
  /** Gives those edits up, which the ledger keeps: other ones take their place. */
  takeBack(): Promise<void>
}

/** Sends an act that was just stored. Null where the server took it, or where it is out of reach. */
export async function sendAct(
  engine: Pick<Engine, 'saveNow' | 'status' | 'discard'>,
  act: Act,
  wordsOf: (record: OutboxRecord) => string,
): Promise<RefusedAct | null> {
  const records = await refusedOf(engine, new Set(act.edits.map(({ entity_id }) => entity_id)))
  if (records.length === 0) return null
  return {
    message: records.map(wordsOf).join('\n'),
    rows: new Set(records.map(({ entity_id }) => entity_id)),
    async takeBack() {
      for (const { mutation_id } of records) await engine.discard(mutation_id)
    },
  }
}

interface Saving {
  /** Stores an act on the device; why it could not, or null. */
  run(act: Act): Promise<string | null>
  send(act: Act): Promise<RefusedAct | null>
  newId(): string
}

export interface WeightSaver {
  /** The ids of the additions that a failed `store` may have stored, by the key of their row. */
  readonly sent: ReadonlyMap<string, string>
  /**
   * Stores the marked rows on the device. First takes back those edits of them that the server refused before.
   * @returns what went wrong, in which case nothing was stored, or null
   */
  store(
    line: { label: string; items: readonly OrderItemRow[] },
    rows: readonly WeightRow[],
    reason: string | null,
  ): Promise<string | null>
  /**
   * Waits for the server's answer to the rows that were just stored, where it is in reach.
   * @returns null where it took everything; else why not, and the rows as they are now: accepted rows are stored and
   * not made again, refused rows are marked as before
   */
  send(): Promise<{ message: string; rows: WeightRow[] } | null>
}

/** One for each dialog, for as long as it is open. */
export function createWeightSaver({ run, send, newId }: Saving): WeightSaver {
  let refused: RefusedAct | null = null
  /** Items whose count the server refused, as they were before. */
  let uncounted: OrderItemRow[] = []
  // An addition that is made again is the same piece: the server takes it once.
  const sent = new Map<string, string>()
  let last: { act: Act; items: readonly OrderItemRow[]; rows: readonly WeightRow[] } | null = null
  return {
    sent,
    async store({ label, items }, rows, reason) {
      try {
        await refused?.takeBack()
      } catch (error) {
        return errorText(error)
      }
      refused = null
      const known = items.map((item) => uncounted.find(({ id }) => id === item.id) ?? item)
      uncounted = []
      // A piece that was deleted since needs another id.
      for (const { key, piece } of rows) if (piece) sent.delete(key)
      const idOf = (row?: WeightRow) => {
        const id = (row && sent.get(row.key)) ?? newId()
        if (row) sent.set(row.key, id)
        return id
      }
      const act = saveWeights({ label, items: known }, rows, idOf, reason)
      last = act && { act, items: known, rows }
      const problem = act && (await run(act))
      if (problem === null) sent.clear()
      return problem
    },
    async send() {
      refused = last && (await send(last.act))
      if (!last || !refused) return null
      const { message, rows } = refused
      uncounted = last.items.filter(({ id }) => rows.has(id))
      return { message, rows: rowsSaved(last.rows, last.act, rows) }
    },
  }
}
