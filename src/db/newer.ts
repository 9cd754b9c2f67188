/** A database that a newer release has opened: this release may read it, and must not change its schema. */
import Dexie, { type DexieOptions } from 'dexie'

/** Dexie multiplies its versions by ten. */
const NATIVE_STEPS = 10

/** Where IndexedDB comes from: the browser's own, or one a simulated device. */
export interface DatabaseOptions {
  name?: string
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
}

/** How every database of a device is opened: a commit waits for the disk, and a newer schema is never changed. */
export function dexieOptions({
  indexedDB = globalThis.indexedDB,
  IDBKeyRange,
}: DatabaseOptions): DexieOptions {
  return {
    chromeTransactionDurability: 'strict',
    // A browser may have no storage at all.
    ...(indexedDB && { indexedDB: neverPatched(indexedDB) }),
    ...(IDBKeyRange && { IDBKeyRange }),
  }
}

/**
 * The factory without Dexie's repair. If a database is newer and lacks a table or an index of the declared schema,
 * Dexie puts it back, empty, by raising the version: the newer release would then read an empty table. Refused, it
 * opens what there is.
 */
const neverPatched = (factory: IDBFactory): IDBFactory => ({
  open(name, version) {
    if (version !== undefined && version % NATIVE_STEPS !== 0)
      throw new DOMException('The schema of a newer release is not changed.', 'VersionError')
    return factory.open(name, version)
  },
  deleteDatabase: (name) => factory.deleteDatabase(name),
  databases: () => factory.databases(),
  cmp: (a, b) => factory.cmp(a, b),
})

/** The release's own number of a native version. */
const ownNumber = (native: number) => Math.floor(native / NATIVE_STEPS)

/**
 * Opens a database for which no version was declared. Answers false where there is none: a person's is made by the first page
 * that they open.
 */
export async function openAsStored(db: Dexie): Promise<boolean> {
  try {
    await db.open()
  } catch (error) {
    if (error instanceof Dexie.NoSuchDatabaseError) return false
    throw error
  }
  // Dexie gives a database its tables' names only where they were declared.
  for (const table of db.tables) Object.assign(db, { [table.name]: table })
  return true
}

/** The version of the open database; 0 where it is not open. */
export const storedVersion = (db: Dexie): number => ownNumber(db.backendDB()?.version ?? 0)

/** Calls back when a newer release begins to upgrade the database under this page. */
export function onNewer(db: Dexie, known: number, then: () => void): void {
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null && ownNumber(newVersion) > known) then()
  })
}
