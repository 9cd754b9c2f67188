/**
 * What waits, and the small facts of the person (carts among them), as this page knows them: all that is left where the
 * storage is emptied under it. An edit that has left the outbox in another way may stay here for a while: if it is sent
 * once more, the server knows it by its id.
 */
import type { LarderDatabase, OutboxRecord } from '#src/db/database.ts'
import { contextKey, META, readMeta } from './meta.ts'

export interface HeldInMemory {
  /** Oldest first. */
  all(): OutboxRecord[]
  /** By the name under which `engine.remember` keeps them. */
  facts(): ReadonlyMap<string, unknown>
  /** Holds these records as they are now. */
  add(records: readonly OutboxRecord[]): void
  /** Drops records that the server has. */
  forget(records: readonly OutboxRecord[]): void
  /**
   * Takes in what waits and forgets the rest, as long as the database has this name. `waiting` is how many edits the
   * outbox has: with an equal number the outbox is not read.
   */
  follow(db: LarderDatabase, instance: string, waiting: number): Promise<void>
  /**
   * Stores all of it in the emptied database, with the same keys. Another tab may have stored its own already: existing
   * records stay. A database without a name gets this one.
   */
  storeAgain(db: LarderDatabase, instance: string): Promise<void>
}

const FACT_PREFIX = contextKey('')

export function holdInMemory(): HeldInMemory {
  const held = new Map<string, OutboxRecord>()
  let facts = new Map<string, unknown>()
  const all = () => [...held.values()].sort((a, b) => a.seq - b.seq)
  const readFacts = async (db: LarderDatabase) =>
    new Map(
      (await db.meta.where('key').startsWith(FACT_PREFIX).toArray()).map(({ key, value }) => [
        key.slice(FACT_PREFIX.length),
        value,
      ]),
    )
  return {
    all,
    facts: () => facts,
    add(records) {
      for (const record of records) held.set(record.mutation_id, record)
    },
    forget(records) {
      for (const { mutation_id } of records) held.delete(mutation_id)
    },
    async follow(db, instance, waiting) {
      await db.transaction('r', db.outbox, db.meta, async () => {
        // The database was cleared meanwhile: this copy is the last.
        if ((await readMeta(db, META.instance)) !== instance) return
        facts = await readFacts(db)
        if (held.size === waiting) return
        const ids = new Set((await db.outbox.orderBy('mutation_id').keys()) as string[])
        for (const id of held.keys()) if (!ids.has(id)) held.delete(id)
        const missing = [...ids].filter((id) => !held.has(id))
        for (const record of await db.outbox.where('mutation_id').anyOf(missing).toArray())
          held.set(record.mutation_id, record)
      })
    },
    async storeAgain(db, instance) {
      await db.transaction('rw', db.outbox, db.meta, async () => {
        const here = await db.outbox.toArray()
        const ids = new Set(here.map(({ mutation_id }) => mutation_id))
        const taken = new Set(here.map(({ seq }) => seq))
        for (const record of all()) {
          if (ids.has(record.mutation_id)) continue
          const { seq, ...withoutPlace } = record
          await (taken.has(seq) ? db.outbox.add(withoutPlace) : db.outbox.put(record))
        }
        const known = await readFacts(db)
        await db.meta.bulkPut(
          [...facts].flatMap(([name, value]) => (known.has(name) ? [] : { key: contextKey(name), value })),
        )
        if ((await readMeta(db, META.instance)) === undefined)
          await db.meta.put({ key: META.instance, value: instance })
        // The edits may have been sent, so nothing is merged with them. A full pull rebases them on the server's
        // rows.
        await db.meta.bulkDelete([META.taken, META.cursor])
      })
    },
  }
}
