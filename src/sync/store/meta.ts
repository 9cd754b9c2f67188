/** The small facts of one person's database, by key. */
import type { LarderDatabase } from '#src/db/database.ts'

export const META = {
  /** Opaque; stored in the same transaction as the rows that it covers. */
  cursor: 'cursor',
  /** The person's own key, under which a sign-out seals the ledger (`leave.ts`). */
  ledgerKey: 'ledger_key',
  /** The cursor before the last sign-out, until the server has answered whether it was set back since (`leave.ts`). */
  leftCursor: 'left_cursor',
  /**
   * The highest `seq` that a flusher has read: an edit that may have been sent is never changed again. See `markTaken`.
   */
  taken: 'taken',
  /** The last edits that were joined with a waiting one: `Joint[]`. */
  joints: 'joints',
  lease: 'lease',
  /** `OrderingTerms` as the server last sent them. */
  terms: 'terms',
  serverTime: 'server_time',
  /** Ms by which the device's clock was ahead of that time when it came. */
  ahead: 'ahead',
  /** Ms of the device's clock when the device last had everything. */
  lastPull: 'last_pull',
  /** How far the first pull has come: `FirstPull`. Missing before its first page and once it is over. */
  firstPull: 'first_pull',
  /**
   * Ms of the device's clock when it last pulled everything again: its rights, its order lists or its margins have
   * changed.
   */
  anew: 'anew',
  /** The person's rights at the last pull, as the server's digest of them (`Changes.standing`). */
  standing: 'standing',
  /** Ms of the device's clock when it last checked whether its rows are the server's (`pull/verify.ts`). */
  verifiedAt: 'verified_at',
  /** The moment to which the server was set back, until this device has given back what was lost. */
  setBack: 'set_back',
  /** The last give-back of this device: `GivenBack`. */
  givenBack: 'given_back',
  /** Set until the server learns that an edit was given up here: it may still name this device before an invoice. */
  reportDue: 'report_due',
  /** Made with the database: a different one later means that the storage was emptied. */
  instance: 'instance',
  /** The last scan and pick list context (readings, "Reopening"); the screens write it through `engine.remember`. */
  context: 'context',
} as const

/** Returns the key of a small fact that a screen remembers under a name of its own. */
export const contextKey = (name: string): string => `${META.context}:${name}`

/** Returns the facts that screens remember in this database, by their names. */
export function contextsOf(facts: readonly { key: string; value: unknown }[]): Map<string, unknown> {
  const before = contextKey('')
  const found = facts.filter(({ key }) => key.startsWith(before))
  return new Map(found.map(({ key, value }) => [key.slice(before.length), value]))
}

/**
 * Records that no edit up to `seq` is merged with a newer one from here on. A device without room deletes the mark
 * instead, which needs none: without a mark nothing is merged at all.
 */
export async function markTaken(db: LarderDatabase, seq: number, hasRoom: boolean): Promise<void> {
  if (hasRoom) await db.meta.put({ key: META.taken, value: seq })
  else await db.meta.delete(META.taken)
}

export async function readMeta<T>(db: LarderDatabase, key: string): Promise<T | undefined> {
  return (await db.meta.get(key))?.value as T | undefined
}

/** The id under which an edit was to be stored, and the id of the one that it was joined with. */
interface Joint {
  id: string
  into: string
}
/** The joints that are kept: each of several tabs that join at one moment may have to find its own again. */
const MOST_JOINTS = 10

/** Stores a joint. Must run within the transaction that joins the edits. */
export async function keepJoint(db: LarderDatabase, joint: Joint): Promise<void> {
  const before = (await readMeta<Joint[]>(db, META.joints)) ?? []
  await db.meta.put({ key: META.joints, value: [...before, joint].slice(-MOST_JOINTS) })
}

/** Returns the ids of the edits that these were joined with. */
export async function joinedWith(db: LarderDatabase, ids: readonly string[]): Promise<string[]> {
  const joints = (await readMeta<Joint[]>(db, META.joints)) ?? []
  return joints.filter(({ id }) => ids.includes(id)).map(({ into }) => into)
}

/** The progress of a device that pulls everything for the first time. */
export interface FirstPull {
  /** The number of rows that came. */
  rows: number
  /** About how many rows there will be; null where the server does not say. */
  expected: number | null
}

/** Returns the progress; undefined where no first pull is under way. */
export const readFirstPull = (db: LarderDatabase): Promise<FirstPull | undefined> =>
  readMeta<FirstPull>(db, META.firstPull)

/**
 * The last give-back of a device (`pull/give-back.ts`): the number of a person's acts, and the moment (ISO) to which
 * the server was set back.
 */
export interface GivenBack {
  to: string
  count: number
}

/** Returns the last give-back; undefined where nothing was given back, or a person has read it. */
export const readGivenBack = (db: LarderDatabase): Promise<GivenBack | undefined> =>
  readMeta<GivenBack>(db, META.givenBack)

/** Deletes the give-back after a person has read it. */
export const forgetGivenBack = (db: LarderDatabase): Promise<void> => db.meta.delete(META.givenBack)
