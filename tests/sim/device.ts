/** A simulated device: a disk, a clock that may be years off, and processes (tabs) with the real engine in them. */
import { IDBFactory } from 'fake-indexeddb'
import type { User } from '#contract/people/schema.ts'
import { createClient, type Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { createSession, type Session } from '#src/api/session.ts'
import { openDeviceDatabase, type DeviceDatabase } from '#src/db/device.ts'
import { openEngine, type Engine } from '#src/sync/engine.ts'
import type { LedgerPage, OutboxRecord, Shadow } from '#src/db/database.ts'
import { DeviceLocks } from './locks.ts'
import { busy, Gate, onDisk } from './storage.ts'
import { chanceOf } from './chance.ts'
import type { Sim } from './sim.ts'

export class Device {
  readonly disk = new IDBFactory()
  readonly locks = new DeviceLocks()
  readonly tabs: Tab[] = []
  skewMs = 0
  /** One-way partitions: calls do not arrive, answers do not arrive. */
  blockedOut = false
  blockedBack = false
  /** Whether the disk is full, and whether it ever was. */
  full = false
  wasFull = false
  /** All people who have ever worked here. */
  readonly users = new Map<number, User>()
  #tabs = 0

  constructor(
    readonly sim: Sim,
    readonly name: string,
  ) {}

  now = (): number => this.sim.startMs + this.sim.t + this.skewMs
  databaseOf = (userId: number): string => `${this.name}-larder-${userId}`

  outbox = (userId: number) => onDisk<OutboxRecord>(this.disk, this.databaseOf(userId), 'outbox')
  ledger = (userId: number) =>
    onDisk<LedgerPage>(this.disk, this.databaseOf(userId), 'ended').flatMap(({ edits }) => edits)
  shadows = (userId: number) => onDisk<Shadow>(this.disk, this.databaseOf(userId), 'shadows')
  rows = <T>(userId: number, table: string) => onDisk<T>(this.disk, this.databaseOf(userId), table)

  /** Starts a new process on this device. It finds the session that is stored on the disk. */
  tab(): Tab {
    const tab = new Tab(this, `${this.name}t${++this.#tabs}`)
    this.tabs.push(tab)
    return tab
  }
  gone(tab: Tab): void {
    this.locks.free(tab)
    const at = this.tabs.indexOf(tab)
    if (at >= 0) this.tabs.splice(at, 1)
  }
}

export class Tab {
  readonly gate: Gate
  readonly env: Environment
  readonly deviceDb: DeviceDatabase
  readonly session: Session
  engine: Engine | null = null
  client: Client | null = null
  user: User | null = null
  /** A frozen process keeps its locks, and nothing in it moves: no timer, no answer. */
  frozen = false

  constructor(
    readonly device: Device,
    readonly name: string,
  ) {
    const { sim } = device
    this.gate = new Gate(device.disk, () => sim.died(this))
    this.gate.meddle = sim.bug?.meddle ?? null
    this.gate.isFull = () => device.full
    const chance = chanceOf(sim.seed, name)
    this.env = {
      now: device.now,
      after: (ms, run) => sim.after(this, ms, run),
      fetch: (input, init) => sim.send(this, input, init),
      random: chance.next,
      randomBytes: (length) => Uint8Array.from({ length }, () => chance.whole(256)),
      locks: device.locks.of(this),
      online: () => true,
      subtle: watched(),
      report: (error) => sim.reported(this, error),
    }
    sim.bug?.environment?.(this.env, this)
    this.deviceDb = openDeviceDatabase({ ...this.gate.database, name: `${device.name}-device` })
    this.session = createSession({ env: this.env, device: this.deviceDb, iterations: 1 })
    this.session.ready.catch(() => undefined)
  }

  /** Opens the engine of the person at the device, if there is one. */
  async open(): Promise<void> {
    await this.session.ready
    const { user } = this.session.get()
    if (!user || this.gate.dead) return
    this.user = user
    this.device.users.set(user.id, user)
    const client = createClient({ env: this.env, session: this.session })
    const engine = await openEngine({
      user,
      env: this.env,
      session: this.session,
      client,
      database: { ...this.gate.database, name: this.device.databaseOf(user.id) },
      stream: false,
      pipeline: 1,
      ...(this.device.sim.seed % 5 === 0 && { pageRows: 10 }),
    })
    this.engine = engine
    this.client = client
    if (this.gate.dead) this.forget()
  }

  /** Ends what a dead process leaves in this one: listeners of Dexie, which all devices share. */
  forget(): void {
    this.session.close()
    this.engine?.close().catch(() => undefined)
    this.deviceDb.close()
  }

  /** Closes the engine, as for a person who leaves the screen in good order. */
  async close(): Promise<void> {
    await this.engine?.close()
    this.engine = null
  }
}

/**
 * Counts key derivations of the offline sign-in as busy. They run beside the event loop, and the simulation waits for
 * them.
 */
function watched(): SubtleCrypto {
  const wait = <T>(work: Promise<T>): Promise<T> => {
    busy.count++
    return work.finally(() => busy.count--)
  }
  const { subtle } = crypto
  return {
    importKey: (...args: unknown[]) =>
      wait((subtle.importKey as (...a: unknown[]) => Promise<CryptoKey>)(...args)),
    deriveBits: (...args: Parameters<SubtleCrypto['deriveBits']>) => wait(subtle.deriveBits(...args)),
  } as unknown as SubtleCrypto
}
