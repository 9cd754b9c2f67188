/**
 * Old records become new ones, forever: a device may come back after a year with edits of the format of then. Each step
 * raises `schema_version` by one and stays here; `fixtures/outbox-v<n>.json` holds records of every version as they
 * were stored. A step never changes the call or the key: the server may have the edit already and compares them.
 */
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import type { LarderDatabase, OutboxRecord } from '#src/db/database.ts'

type OldRecord = Record<string, unknown> & { schema_version: number }

/** From the version that is the key to the next one. The simulation adds one from a version 0. */
export const STEPS: Record<number, (record: OldRecord) => OldRecord> = {
  // What a scan adds has a bound since: a record beyond it is refused by the server, and shown.
  1: (record) => record,
  // Its product is kept with each edit since; one stored before has its row alone.
  2: (record) => ({ ...record, product: null }),
  // Staged orders are edits since, and an order may be of one: what there was before stays as it is.
  3: (record) => record,
  // An order says since which prices its person saw; of one stored before nothing is known of them.
  4: (record) => record,
  // Edits that make no sense apart name their act since; those that were stored before go one by one.
  5: (record) => ({ act: null, ...record }),
  // An order may be taken back since while nobody knows whether the server has it, and a customer's own substitute says
  // how much was wanted of the product that it is in place of.
  6: (record) => record,
  // An order may be assigned to a picker since.
  7: (record) => record,
}

/** The record in today's format. Throws for one that a newer version of this app has stored. */
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

/** The records in today's format, also those that a page of an older release has stored meanwhile. Called in a transaction. */
export async function upgradeTaken(
  db: LarderDatabase,
  records: OutboxRecord[],
  hasRoom: boolean,
): Promise<OutboxRecord[]> {
  if (!records.some(isOld)) return records
  const upgraded = records.map((record) =>
    isOld(record) ? upgradeRecord(record as unknown as OldRecord) : record,
  )
  // On a full device they are upgraded again at the next time.
  if (hasRoom) await db.outbox.bulkPut(upgraded.filter((record, n) => record !== records[n]))
  return upgraded
}

/** Upgrades what lies in the outbox, before anything is sent. */
export async function migrateOutbox(db: LarderDatabase): Promise<void> {
  if ((await db.outbox.count()) === 0) return
  await db.transaction('rw', db.outbox, async () => {
    const old = await db.outbox.filter(isOld).toArray()
    if (old.length > 0)
      await db.outbox.bulkPut(old.map((record) => upgradeRecord(record as unknown as OldRecord)))
  })
}
