/** The small facts of one person's database, by key. */
import type { LarderDatabase } from '#src/db/database.ts'

export const META = {
  /** Opaque; stored in the same transaction as the rows that it stands behind. */
  cursor: 'cursor',
  /** The person's own key, under which a sign-out seals the ledger (`leave.ts`). */
  ledgerKey: 'ledger_key',
  /** The cursor before the last sign-out, until the server was asked whether it was set back since (`leave.ts`). */
  leftCursor: 'left_cursor',
  /** The highest `seq` that a flusher has read: what may have been sent is never changed again. See `markTaken`. */
  taken: 'taken',
  /** The last edits that were joined with one that waits: `Joint[]`. */
  joints: 'joints',
  lease: 'lease',
  /** `OrderingTerms` as the server last said them. */
  terms: 'terms',
  serverTime: 'server_time',
  /** Ms by which the device's clock was ahead of that time when it came. */
  ahead: 'ahead',
  /** Ms of the device's clock when the device last had everything. */
  lastPull: 'last_pull',
  /** How far the first pull has come: `FirstPull`. Missing before its first page and once it is over. */
  firstPull: 'first_pull',
  /** Ms of the device's clock when it last took everything anew: its rights, its order lists or its margins are others. */
  anew: 'anew',
  /** The person's rights at the last pull, as the server's digest of them (`Changes.standing`). */
  standing: 'standing',
  /** Ms of the device's clock when it last asked whether its rows are those of the server (`pull/verify.ts`). */
  verifiedAt: 'verified_at',
  /** A moment to which the server was set back, until this device has given back what was lost. */
  setBack: 'set_back',
  /** What this device has given back last: `GivenBack`. */
  givenBack: 'given_back',
  /** Set while the server has not been told that an edit was given up here: it may still name this device before an invoice. */
  reportDue: 'report_due',
  /** Made with the database: a different one later means that the storage was emptied. */
  instance: 'instance',
  /** The last scan and pick list context (readings, "Reopening"); the screens write it through `engine.remember`. */
  context: 'context',
} as const

/** The key of a small fact that a screen remembers under a name of its own. */
export const contextKey = (name: string): string => `${META.context}:${name}`

/** What screens remember in this database, by the name that they gave it. */
export function contextsOf(facts: readonly { key: string; value: unknown }[]): Map<string, unknown> {
  const before = contextKey('')
  const found = facts.filter(({ key }) => key.startsWith(before))
  return new Map(found.map(({ key, value }) => [key.slice(before.length), value]))
}

/**
 * From here on no edit up to `seq` is merged with a newer one. A device without room takes the mark away instead, for
 * which it needs none: where there is no mark, nothing is merged at all.
 */
export async function markTaken(db: LarderDatabase, seq: number, hasRoom: boolean): Promise<void> {
  if (hasRoom) await db.meta.put({ key: META.taken, value: seq })
  else await db.meta.delete(META.taken)
}

export async function readMeta<T>(db: LarderDatabase, key: string): Promise<T | undefined> {
  return (await db.meta.get(key))?.value as T | undefined
}

/** Under which id an edit was to be stored, and the id of the one that it was joined with. */
interface Joint {
  id: string
  into: string
}
/** Tabs that join at one moment, of which each may have to find its own again. */
const MOST_JOINTS = 10

/** Must run within the transaction that joins them. */
export async function keepJoint(db: LarderDatabase, joint: Joint): Promise<void> {
  const before = (await readMeta<Joint[]>(db, META.joints)) ?? []
  await db.meta.put({ key: META.joints, value: [...before, joint].slice(-MOST_JOINTS) })
}

/** The ids of the edits that these were joined with. */
export async function joinedWith(db: LarderDatabase, ids: readonly string[]): Promise<string[]> {
  const joints = (await readMeta<Joint[]>(db, META.joints)) ?? []
  return joints.filter(({ id }) => ids.includes(id)).map(({ into }) => into)
}

/** How far a device has come that takes everything for the first time. */
export interface FirstPull {
  /** How many rows came. */
  rows: number
  /** About how many there will be; null where the server does not say. */
  expected: number | null
}

/** Undefined where none is under way. */
export const readFirstPull = (db: LarderDatabase): Promise<FirstPull | undefined> =>
  readMeta<FirstPull>(db, META.firstPull)

/** What a device gave back last (`pull/give-back.ts`): so many things that a person did, to a server that was set back to a moment (ISO). */
export interface GivenBack {
  to: string
  count: number
}

/** Undefined where nothing was given back, or somebody has read it. */
export const readGivenBack = (db: LarderDatabase): Promise<GivenBack | undefined> =>
  readMeta<GivenBack>(db, META.givenBack)

/** Somebody has read it. */
export const forgetGivenBack = (db: LarderDatabase): Promise<void> => db.meta.delete(META.givenBack)
