/**
 * What a tab knows about the person at the device: its database's state, and in memory what the disk has no room for.
 */
import type { User } from '#contract/people/schema.ts'
import type { DeviceDatabase, StoredSession, PasswordVerifier } from '#src/db/device.ts'
import { isQuota } from '#src/db/errors.ts'
import { onChanged } from '#src/db/on-changed.ts'
import type { Environment } from './environment.ts'
import { knownPeopleOf, type KnownPeople } from './known-people.ts'

export type Phase = 'out' | 'in' | 'offline' | 'ended'

export interface SessionState {
  phase: Phase
  /** The person at the device; stays while `ended`, so that the place and the edits are kept. */
  user: User | null
  /** As it was typed, or as it was changed since. */
  username: string | null
  /** Their edits wait until they sign in. */
  signInNeeded: boolean
  /** The session has ended because the account is locked or closed. */
  isClosed: boolean
  /** Another tab has made this person the current one. This tab asks before it switches to them (`follow`). */
  isOther: boolean
}

/** The person at the device, the same for every tab: stored as `current` in the device's `meta`. */
export interface CurrentPerson {
  user_id: number
  phase: Exclude<Phase, 'out'>
}

export interface SessionHere {
  readonly env: Environment
  readonly device: DeviceDatabase
  readonly people: KnownPeople
  /** `show` sets it. */
  state: SessionState
  stored: StoredSession | null
  /**
   * A session that the disk has no room for. `over` is the refresh token on the disk, null for none. That token stays
   * valid: no successor of it has been used.
   */
  unstored: { session: StoredSession; over: string | null } | null
  /** The person of this tab: the first one here, or the last one who signed in here. */
  own: number | null
  /** Reads the database again. */
  load(): Promise<void>
  show(next: SessionState): void
  subscribe(listener: () => void): () => void
  close(): void
}

const OUT: SessionState = {
  phase: 'out',
  user: null,
  username: null,
  signInNeeded: false,
  isClosed: false,
  isOther: false,
}
const LOOK_AFTER_CLOSE_MS = 100

/** Knows nothing until the first `load`. */
export function createSessionHere(
  env: Environment,
  device: DeviceDatabase,
  userId: number | undefined,
): SessionHere {
  const listeners = new Set<() => void>()
  const people = knownPeopleOf(env, device)

  async function load(): Promise<void> {
    const next = await readHere(here, userId)
    here.stored = latest(here, next.stored)
    if (here.stored && here.stored !== next.stored) {
      const { user, username } = here.stored
      next.state = { phase: 'in', user, username, signInNeeded: false, isClosed: false, isOther: false }
    }
    const who = next.state.user?.id ?? null
    here.own ??= who
    show({ ...next.state, isOther: who !== null && who !== here.own })
  }

  function show(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(here.state)) return
    here.state = next
    for (const listener of listeners) listener()
  }

  // Another tab or the worker may sign in, out or refresh.
  const stopListening = onChanged(device, null, () => void load().catch(() => undefined))
  // The browser closes a database that it clears. The read waits, because a read while it closes closes it again.
  let lookSoon: (() => void) | null = null
  device.on('close', () => {
    lookSoon ??= env.after(LOOK_AFTER_CLOSE_MS, () => {
      lookSoon = null
      load().catch(() => undefined)
    })
  })

  const here: SessionHere = {
    env,
    device,
    people,
    state: OUT,
    stored: null,
    unstored: null,
    own: null,
    load,
    show,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      lookSoon?.()
      stopListening()
      listeners.clear()
    },
  }
  return here
}

/** Returns the valid one of the session on the disk and the session that the disk has no room for. */
const latest = ({ unstored }: SessionHere, onDisk: StoredSession | null): StoredSession | null =>
  unstored && unstored.over === (onDisk?.refresh ?? null) ? unstored.session : onDisk

/** Reads from the database who is at the device. */
function readHere(
  here: SessionHere,
  userId: number | undefined,
): Promise<{ state: SessionState; stored: StoredSession | null }> {
  const { device } = here
  return device.transaction('r', device.meta, device.sessions, device.people, async () => {
    // The storage was cleared, no person signed out: the current person stays and is stored again.
    if (here.state.user && !(await device.meta.get('device_id')))
      return { state: { ...here.state, phase: 'ended' as const, signInNeeded: true }, stored: here.stored }
    const current =
      userId === undefined ? ((await device.meta.get('current'))?.value as CurrentPerson | undefined) : null
    const who = userId ?? current?.user_id
    if (who === undefined) return { state: OUT, stored: null }
    const [session, person] = await Promise.all([device.sessions.get(who), device.people.get(who)])
    const phase = session ? (current?.phase === 'offline' ? 'offline' : 'in') : (current?.phase ?? 'ended')
    const settled = phase === 'in' && !session ? 'ended' : phase
    const known = session ?? person
    if (!known) return { state: OUT, stored: null }
    return {
      state: {
        phase: settled,
        user: known.user,
        username: known.username,
        signInNeeded: !session,
        isClosed: !session && person?.isClosed === true,
        isOther: false,
      },
      stored: session ?? null,
    }
  })
}

/**
 * Stores a session and makes its person the current one.
 *
 * @param verifier undefined keeps the known one
 */
export async function storeSession(
  here: SessionHere,
  session: StoredSession,
  verifier?: PasswordVerifier | null,
): Promise<void> {
  const { device, people } = here
  const { user_id, username, user } = session
  await device
    .transaction('rw', device.meta, device.sessions, device.people, async () => {
      const known = await device.people.get(user_id)
      await device.sessions.put(session)
      const next =
        verifier === undefined ? (known?.verifier ?? null) : await people.verifierToKeep(user, verifier)
      await device.people.put({ user_id, username, user, verifier: next })
      await device.meta.put({ key: 'current', value: { user_id, phase: 'in' } satisfies CurrentPerson })
    })
    .then(
      () => {
        here.unstored = null
      },
      async (error: unknown) => {
        if (!isQuota(error)) throw error
        here.unstored = { session, over: (await device.sessions.get(user_id))?.refresh ?? null }
      },
    )
  await here.load()
}

/** Ends the session unless another tab has replaced it meanwhile. */
export async function endIf(here: SessionHere, same: (session: StoredSession) => boolean): Promise<boolean> {
  const { device } = here
  const ended = await device.transaction('rw', device.meta, device.sessions, async () => {
    const who = here.state.user?.id
    if (who === undefined) return false
    const session = latest(here, (await device.sessions.get(who)) ?? null)
    if (session && !same(session)) return false
    await device.sessions.delete(who)
    const current = (await device.meta.get('current'))?.value as CurrentPerson | undefined
    // A person who is `in` without a session counts as `ended`: a full device can delete, but has no room to write
    // it.
    if (current?.user_id === who && current.phase !== 'in')
      await device.meta.put({
        key: 'current',
        value: { user_id: who, phase: 'ended' } satisfies CurrentPerson,
      })
    return true
  })
  if (ended) here.unstored = null
  await here.load()
  return ended
}
