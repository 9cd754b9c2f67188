/**
 * What waits, as this page knows it: all that is left where the storage is emptied under it. An edit that has left the
 * outbox by another way may stay here for a while: sent once more, the server knows it by its id.
 */
import type { LarderDatabase, OutboxRecord } from '#src/db/database.ts'
import { META, readMeta } from './meta.ts'

export interface HeldInMemory {
  /** Oldest first. */
  all(): OutboxRecord[]
  add(records: readonly OutboxRecord[]): void
  /**
   * Takes in what waits and forgets the rest, as long as the database is the one of that name. `waiting` is how many
   * edits the outbox has: equal numbers cost nothing.
   */
  follow(db: LarderDatabase, instance: string, waiting: number): Promise<void>
  /** Stores all of it in the emptied database, whose name it gets: in the same order, with the same keys. */
  storeAgain(db: LarderDatabase, instance: string): Promise<void>
}

export function holdInMemory(): HeldInMemory {
  const held = new Map<number, OutboxRecord>()
  const all = () => [...held.values()].sort((a, b) => a.seq - b.seq)
  return {
    all,
    add(records) {
      for (const record of records) held.set(record.seq, record)
    },
    async follow(db, instance, waiting) {
      if (held.size === waiting) return
      await db.transaction('r', db.outbox, db.meta, async () => {
        // Cleared meanwhile: this is the last that is left.
        if ((await readMeta(db, META.instance)) !== instance) return
        const keys = new Set(await db.outbox.toCollection().primaryKeys())
        for (const seq of held.keys()) if (!keys.has(seq)) held.delete(seq)
        const missing = [...keys].filter((seq) => !held.has(seq))
        for (const record of await db.outbox.bulkGet(missing)) if (record) held.set(record.seq, record)
      })
    },
    async storeAgain(db, instance) {
      await db.transaction('rw', db.outbox, db.meta, async () => {
        await db.outbox.bulkPut(all())
        await db.meta.put({ key: META.instance, value: instance })
        // It may have been sent: nothing is merged with it.
        await db.meta.delete(META.taken)
      })
    },
  }
}
