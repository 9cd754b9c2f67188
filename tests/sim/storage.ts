/**
 * IndexedDB of simulated devices. A device has one disk (a factory of fake-indexeddb). Every process on it (a tab) has
 * a gate of its own to that disk. The gate can be shut at any boundary: before a transaction, at any write within one,
 * and just after the commit. Shutting aborts uncommitted writes, as the end of a process does.
 */
import { IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'

/** A planted bug may change or drop a write: `undefined` lets it pass, `'skip'` drops it. */
export type Meddle = (
  store: string,
  operation: 'put' | 'add' | 'delete',
  value: unknown,
  gate: Gate,
) => { value: unknown } | 'skip' | undefined

const owners = new WeakMap<IDBDatabase, Gate>()
/** The transactions and openings that run in all gates: the simulation rests only after they end. */
export const busy = { count: 0 }

export class Gate {
  dead = false
  /** The boundaries until the process dies, and the writes until a transaction is aborted; null for never. */
  dieIn: number | null = null
  abortIn: number | null = null
  aborted = 0
  meddle: Meddle | null = null
  /**
   * Whether the disk has no room: it takes no put, not even over an old row; deleting works (measured in Chromium 156).
   */
  isFull: () => boolean = () => false
  readonly #active = new Set<IDBTransaction>()
  readonly indexedDB: IDBFactory

  constructor(
    disk: IDBFactory,
    readonly onDeath: () => void,
  ) {
    const open = (name: string, version?: number) => {
      if (this.dead) throw new DOMException('the process is gone', 'InvalidStateError')
      busy.count++
      const request = disk.open(name, version)
      request.addEventListener('upgradeneeded', () => owners.set(request.result, this))
      request.addEventListener('success', () => {
        owners.set(request.result, this)
        busy.count--
      })
      request.addEventListener('error', () => busy.count--)
      return request
    }
    this.indexedDB = {
      open,
      cmp: disk.cmp.bind(disk),
      deleteDatabase: disk.deleteDatabase.bind(disk),
      databases: disk.databases.bind(disk),
    }
  }

  get database() {
    return { indexedDB: this.indexedDB, IDBKeyRange }
  }

  /** Counts a boundary down. Throws in a process that is gone. */
  cross(): void {
    if (this.dieIn !== null && !this.dead && --this.dieIn <= 0) this.die()
    if (this.dead) throw new DOMException('the process is gone', 'InvalidStateError')
  }
  die(): void {
    if (this.dead) return
    this.dead = true
    for (const transaction of this.#active) quietly(() => transaction.abort())
    this.onDeath()
  }
  follow(transaction: IDBTransaction): void {
    this.#active.add(transaction)
    busy.count++
    const over = () => {
      if (this.#active.delete(transaction)) busy.count--
    }
    transaction.addEventListener('abort', over)
    transaction.addEventListener('complete', () => {
      over()
      quietly(() => this.cross())
    })
  }
  /** Handles a write: the process may die here, there may be no room, or the browser may abort the transaction. */
  write(transaction: IDBTransaction, operation: 'put' | 'add' | 'delete'): void {
    this.cross()
    if (operation !== 'delete' && this.isFull()) throw new DOMException('no room', 'QuotaExceededError')
    if (this.abortIn === null || --this.abortIn > 0) return
    this.abortIn = null
    this.aborted++
    quietly(() => transaction.abort())
  }
}

function quietly(run: () => void): void {
  try {
    run()
  } catch {
    // A transaction that has just ended cannot be aborted any more.
  }
}

const begin = IDBDatabase.prototype.transaction
IDBDatabase.prototype.transaction = function transaction(this: IDBDatabase, ...given) {
  const gate = owners.get(this)
  gate?.cross()
  const made = begin.apply(this, given)
  gate?.follow(made)
  return made
}
const { put, add, delete: remove } = IDBObjectStore.prototype
for (const [name, original] of [
  ['put', put],
  ['add', add],
  ['delete', remove],
] as const)
  IDBObjectStore.prototype[name] = function write(this: IDBObjectStore, value: unknown, ...rest: unknown[]) {
    const gate = owners.get(this.transaction.db)
    gate?.write(this.transaction, name)
    const meddled = gate?.meddle?.(this.name, name, value, gate)
    if (meddled === 'skip') return this.count() as never
    const written = meddled ? meddled.value : value
    return (original as (...args: unknown[]) => never).call(this, written, ...rest)
  } as never

interface Raw {
  _databases: Map<
    string,
    { rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }> }
  >
}

/** Returns the rows on the disk, read past IndexedDB so that reading changes nothing. Only when all is at rest. */
export function onDisk<T>(disk: IDBFactory, database: string, store: string): T[] {
  const found = (disk as unknown as Raw)._databases.get(database)?.rawObjectStores.get(store)
  return found ? Array.from(found.records.values(), (record) => record.value as T) : []
}

/** Waits until nothing moves any more: all that is left waits for the network, for a timer or for a person. */
export async function rest(): Promise<void> {
  for (let quiet = 0; quiet < 6;) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    quiet = busy.count === 0 ? quiet + 1 : 0
  }
}
