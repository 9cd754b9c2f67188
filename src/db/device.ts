/**
 * What the device knows, whichever person is at it: its id, the sessions of the people who signed in here, and the
 * verifiers that let them sign in again without a network. No edit is kept here.
 */
import Dexie, { type Table as DexieTable } from 'dexie'
import type { User } from '#contract/people/schema.ts'
import { letsGo } from './leaving.ts'
import { dexieOptions, type DatabaseOptions } from './newer.ts'

/** A137–A140: the stored session. `last_refresh` is in ms of the device's clock, `expires_in` in seconds. */
export interface StoredSession {
  user_id: number
  /** As it was typed, or as it was changed since (A139, A140). */
  username: string
  access: string
  refresh: string
  expires_in: number
  last_refresh: number
  /** Seals what stays on the device after a sign-out. Absent where the release that answered has no such key. */
  ledger_key?: string | undefined
  user: User
}

/** Proves a password without a network: PBKDF2 of it. `made_at` is the last sign-in that the server granted. */
export interface PasswordVerifier {
  salt: Uint8Array<ArrayBuffer>
  iterations: number
  hash: Uint8Array<ArrayBuffer>
  made_at: number
}

/** A person who has signed in here before. */
export interface KnownPerson {
  user_id: number
  username: string
  user: User
  verifier: PasswordVerifier | null
  /** The server has said that the account is locked or closed. A sign-in clears it. */
  isClosed?: boolean
}

export interface DeviceMeta {
  key: string
  value: unknown
}

export class DeviceDatabase extends Dexie {
  declare readonly meta: DexieTable<DeviceMeta, string>
  declare readonly sessions: DexieTable<StoredSession, number>
  declare readonly people: DexieTable<KnownPerson, number>
}

const DEVICE_DATABASE = 'larder-device'

/** The device's database as it is stored: without a declared version, so that opening it changes nothing. */
export function openUndeclaredDevice(options: DatabaseOptions = {}): DeviceDatabase {
  const db = new DeviceDatabase(options.name ?? DEVICE_DATABASE, dexieOptions(options))
  letsGo(db)
  return db
}

export function openDeviceDatabase(options: DatabaseOptions = {}): DeviceDatabase {
  const db = openUndeclaredDevice(options)
  db.version(1).stores({ meta: 'key', sessions: 'user_id', people: 'user_id, username' })
  return db
}

/** Returns this device's permanent id, made at the first call. Two tabs that ask at once get the same id. */
export async function deviceId(db: DeviceDatabase, make: () => string): Promise<string> {
  const known = await db.meta.get('device_id')
  if (known) return known.value as string
  return db.transaction('rw', db.meta, async () => {
    const first = await db.meta.get('device_id')
    if (first) return first.value as string
    const id = make()
    await db.meta.put({ key: 'device_id', value: id })
    return id
  })
}
