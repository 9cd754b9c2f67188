/**
 * Turns old records into new ones, forever: a device may come back after a year with edits in the format of then. Each
 * step raises `schema_version` by one and stays here; `fixtures/outbox-v<n>.json` holds records of every version as
 * they were stored. A step never changes the call or the key: the server may have the edit already and compares them.
 */
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import type { LarderDatabase, OutboxRecord } from '#src/db/database.ts'

type OldRecord = Record<string, unknown> & { schema_version: number }

/** The steps, by the version from which each one leads to the next. The simulation adds one from a version 0. */
export const STEPS: Record<number, (record: OldRecord) => OldRecord> = {
  // A scan's addition now has a bound: the server refuses a record beyond it, and it is shown.
  1: (record) => record,
  // Each edit now has its product; an older one has its row alone.
  2: (record) => ({ ...record, product: null }),
  // Staged orders are now edits, and an order may be of one: older records stay as they are.
  3: (record) => record,
  // An order now says which prices its person saw; an older order says none.
  4: (record) => record,
  // Edits that make no sense apart now name their act; older ones go one by one.
  5: (record) => ({ act: null, ...record }),
  // An order may now be taken back while it is unknown whether the server has it. A customer's own substitute now
  // says how much was wanted of the product that it replaces.
  6: (record) => record,
  // An order may now be assigned to a picker.
  7: (record) => record,
}

/** Returns the record in today's format. Throws for one that a newer version of this app has stored. */
export function upgradeRecord(
  stored: OldRecord,
  steps = STEPS,
  current = MUTATION_SCHEMA_VERSION,
): OutboxRecord {
  let record = stored
  while (record.schema_version < current) {
    const step = steps[record.schema_version]
    if (!step) throw new Error(`no migrator from outbox version ${record.schema_version}`)
    record = { ...step(record), schema_version: record.schema_version + 1 }
  }
  if (record.schema_version > current)
    throw new Error(`outbox version ${record.schema_version} is newer than this app`)
  return record as unknown as OutboxRecord
}

const isOld = (record: OutboxRecord) => record.schema_version < MUTATION_SCHEMA_VERSION

/** Whether a newer release has stored it: this one would send it without the fields that it does not know. */
export const isNewer = ({ schema_version }: OutboxRecord): boolean => schema_version > MUTATION_SCHEMA_VERSION

/**
 * Returns the records in today's format, also those that a page of an older release has stored meanwhile. Called in a
 * transaction.
 */
export async function upgradeTaken(
  db: LarderDatabase,
  records: OutboxRecord[],
  hasRoom: boolean,
): Promise<OutboxRecord[]> {
  if (!records.some(isOld)) return records
  const upgraded = records.map((record) =>
    isOld(record) ? upgradeRecord(record as unknown as OldRecord) : record,
  )
  // On a full device they are upgraded again the next time.
  if (hasRoom) await db.outbox.bulkPut(upgraded.filter((record, n) => record !== records[n]))
  return upgraded
}

/** Upgrades the outbox before anything is sent. */
export async function migrateOutbox(db: LarderDatabase): Promise<void> {
  if ((await db.outbox.count()) === 0) return
  await db.transaction('rw', db.outbox, async () => {
    const old = await db.outbox.filter(isOld).toArray()
    if (old.length > 0)
      await db.outbox.bulkPut(old.map((record) => upgradeRecord(record as unknown as OldRecord)))
  })
}
