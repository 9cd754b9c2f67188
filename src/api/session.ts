/**
 * Who is at the device, and their tokens (A137–A140, A213–A215, A311–A314).
 *
 *            sign in                    refresh refused, or a second 401
 *   out ───────────────▶ in ──────────────────────────────────────────────▶ ended
 *    │                    ▲  ▲                                                │
 *    │ offline sign-in    │  └───────────────── sign in ──────────────────────┘
 *    └─────────▶ offline ─┘ sign in            sign-out leads to `out` from everywhere
 *
 * Nothing here ever touches an edit: those lie sealed in their author's own database.
 */
import type { User } from '#contract/people/schema.ts'
import { deviceId, type DeviceDatabase, type StoredSession, type Verifier } from '#src/db/device.ts'
import { isQuota } from '#src/db/errors.ts'
import { onChanged } from '#src/db/on-changed.ts'
import type { Environment } from './environment.ts'
import { NetworkError, SignInNeeded } from './errors.ts'
import { endsSession, saysClosed, send, type HttpAnswer } from './http.ts'
import { knownPeopleOf, type KnownPeople } from './known-people.ts'
import { withinLock } from './lock.ts'
import { loadShapes } from './session-shapes.ts'
import { signInBy, type WaysIn } from './sign-in.ts'
import { makeVerifier } from './verifier.ts'

export type Phase = 'out' | 'in' | 'offline' | 'ended'

interface SessionState {
  phase: Phase
  /** Who is at the device; stays while `ended`, so that the place and the edits are kept. */
  user: User | null
  /** As it was typed. */
  username: string | null
  /** Their edits wait until they sign in. */
  signInNeeded: boolean
  /** The session has ended because the account is locked or closed. */
  isClosed: boolean
  /** Another tab has made this person the current one: this tab asks before it becomes theirs (`follow`). */
  isOther: boolean
}

type Renewal = 'refreshed' | 'refused' | 'unreachable'

interface SignOutOptions {
  /** Sends what waits; given up after `flushMs`. What is left stays sealed in this person's database. */
  flush?: () => Promise<unknown>
  flushMs?: number
}

export interface Session extends WaysIn {
  /** Resolves when the stored session has been read. */
  readonly ready: Promise<void>
  readonly people: KnownPeople
  get(): SessionState
  subscribe(listener: () => void): () => void
  deviceId(): Promise<string>
  /** The key that seals this person's ledger; undefined while their session is not here, or where the server gives none. */
  ledgerKey(userId: number): string | undefined
  /** The user, or null when this device does not know the name or the password is wrong. */
  offlineSignIn(username: string, password: string): Promise<User | null>
  signOut(options?: SignOutOptions): Promise<void>
  /** A token that is not expired (A213, A215), of this person where one is named. Throws SignInNeeded or NetworkError. */
  accessToken(as?: number): Promise<string>
  /** After a 401 for `stale`: one refresh among all tabs and the worker. */
  renew(stale: string): Promise<Renewal>
  /** A312: a second 401 with a fresh token. */
  end(access: string): Promise<void>
  /** A139: takes the record with the typed username out of the users list as the current user. */
  matchUser(users: readonly User[]): Promise<void>
  /**
   * The current user has changed their own record: from now on they are known here by its username, and by the new
   * password where there is one, with and without a network.
   */
  changedSelf(user: User, password: string | null): Promise<void>
  /** This tab becomes the current person's. */
  follow(): void
  /** Stores again who is here, where the device's storage was cleared: as this page still knows them. */
  storeAgain(): Promise<void>
  close(): void
}

interface Current {
  user_id: number
  phase: Exclude<Phase, 'out'>
}

const OUT: SessionState = {
  phase: 'out',
  user: null,
  username: null,
  signInNeeded: false,
  isClosed: false,
  isOther: false,
}
/** Longer than a refresh takes; after it the tab that holds the lock is taken for frozen. */
const REFRESH_LOCK_MS = 15_000
const REFRESH_TIMEOUT_MS = 10_000
const LOOK_AFTER_CLOSE_MS = 100

/** A215. A clock that went back leaves it to the server's 401. */
const isExpired = (session: Pick<StoredSession, 'last_refresh' | 'expires_in'>, now: number): boolean =>
  now - session.last_refresh >= session.expires_in * 1_000

export interface SessionOptions {
  env: Environment
  device: DeviceDatabase
  /** Another person's session for the service worker; without it the current person's. */
  userId?: number
  /** PBKDF2's, lower in tests. */
  iterations?: number
}

export function createSession({ env, device, userId, iterations }: SessionOptions): Session {
  let state = OUT
  let stored: StoredSession | null = null
  /**
   * A session that the disk has no room for, and the refresh token that lies there, null for none. That one stays good:
   * no successor of it has been used.
   */
  let unstored: { session: StoredSession; over: string | null } | null = null
  let renewing: Promise<Renewal> | null = null
  /** Whose this tab is: who was here first, or signed in here last. */
  let own: number | null = null
  const people = knownPeopleOf(env, device)
  const listeners = new Set<() => void>()

  /** Once a page: what it has stored and sent is of this device, also when the storage is cleared. */
  let ownId: Promise<string> | null = null
  const id = () => {
    ownId ??= deviceId(device, () => hex(env.randomBytes(16))).catch((error: unknown) => {
      ownId = null
      throw error
    })
    return ownId
  }

  const latest = (onDisk: StoredSession | null): StoredSession | null =>
    unstored && unstored.over === (onDisk?.refresh ?? null) ? unstored.session : onDisk

  async function load(): Promise<void> {
    const next = await device.transaction('r', device.meta, device.sessions, device.people, async () => {
      // The storage was cleared: nobody signed out. Who is here stays, to be stored again.
      if (state.user && !(await device.meta.get('device_id')))
        return { state: { ...state, phase: 'ended' as const, signInNeeded: true }, stored }
      const current =
        userId === undefined ? ((await device.meta.get('current'))?.value as Current | undefined) : null
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
    stored = latest(next.stored)
    if (stored && stored !== next.stored) {
      const { user, username } = stored
      next.state = { phase: 'in', user, username, signInNeeded: false, isClosed: false, isOther: false }
    }
    const who = next.state.user?.id ?? null
    own ??= who
    show({ ...next.state, isOther: who !== null && who !== own })
  }

  function show(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    for (const listener of listeners) listener()
  }

  // Another tab or the worker may sign in, out or refresh.
  const stopListening = onChanged(device, null, () => void load().catch(() => undefined))
  // The browser closes a database that it clears. Not at once: what is read while it closes closes it again.
  let lookSoon: (() => void) | null = null
  device.on('close', () => {
    lookSoon ??= env.after(LOOK_AFTER_CLOSE_MS, () => {
      lookSoon = null
      load().catch(() => undefined)
    })
  })
  const ready = load()

  async function call(
    path: string,
    body: unknown,
    access?: string,
    timeoutMs = REFRESH_TIMEOUT_MS,
  ): Promise<HttpAnswer> {
    const headers = { 'x-device-id': await id(), ...(access && { authorization: `Bearer ${access}` }) }
    return send(env, { method: 'POST', path, body, headers, timeoutMs })
  }

  /** @param verifier undefined leaves the one that is known */
  async function store(session: StoredSession, verifier?: Verifier | null): Promise<void> {
    const { user_id, username, user } = session
    await device
      .transaction('rw', device.meta, device.sessions, device.people, async () => {
        const known = await device.people.get(user_id)
        await device.sessions.put(session)
        const next =
          verifier === undefined ? (known?.verifier ?? null) : await people.verifierToKeep(user, verifier)
        await device.people.put({ user_id, username, user, verifier: next })
        await device.meta.put({ key: 'current', value: { user_id, phase: 'in' } satisfies Current })
      })
      .then(
        () => {
          unstored = null
        },
        async (error: unknown) => {
          if (!isQuota(error)) throw error
          unstored = { session, over: (await device.sessions.get(user_id))?.refresh ?? null }
        },
      )
    await load()
  }

  async function offlineSignIn(username: string, password: string): Promise<User | null> {
    const person = await people.find(username, password)
    if (!person) return null
    const phase = (await device.sessions.get(person.user_id)) ? 'in' : 'offline'
    own = person.user_id
    await device.meta.put({ key: 'current', value: { user_id: person.user_id, phase } satisfies Current })
    await load()
    return person.user
  }

  const { signIn, addressOfProvider, signInByProvider } = signInBy({
    env,
    people,
    iterations,
    call,
    offlineSignIn,
    async begin(session, verifier) {
      own = session.user_id
      await store(session, verifier)
    },
  })

  /** Ends the session unless another tab has replaced it meanwhile. */
  async function endIf(same: (session: StoredSession) => boolean): Promise<boolean> {
    const ended = await device.transaction('rw', device.meta, device.sessions, async () => {
      const who = state.user?.id
      if (who === undefined) return false
      const session = latest((await device.sessions.get(who)) ?? null)
      if (session && !same(session)) return false
      await device.sessions.delete(who)
      const current = (await device.meta.get('current'))?.value as Current | undefined
      // Somebody who is `in` without a session has ended: a full device deletes, and has no room to say so.
      if (current?.user_id === who && current.phase !== 'in')
        await device.meta.put({ key: 'current', value: { user_id: who, phase: 'ended' } satisfies Current })
      return true
    })
    if (ended) unstored = null
    await load()
    return ended
  }

  async function refreshNow(stale: string): Promise<Renewal> {
    await load()
    if (!stored) return 'refused'
    // Another tab was faster: its token is the one.
    if (stored.access !== stale && !isExpired(stored, env.now())) return 'refreshed'
    const used = stored
    const started = env.now()
    let answer: HttpAnswer
    try {
      answer = await call('auth/refresh/', { refresh: used.refresh })
    } catch (error) {
      if (error instanceof NetworkError) return 'unreachable'
      throw error
    }
    if (endsSession(answer)) {
      if (saysClosed(answer)) await people.lockOut((person) => person.user_id === used.user_id)
      return (await endIf((session) => session.refresh === used.refresh)) ? 'refused' : 'refreshed'
    }
    const parsed = (await loadShapes()).Refreshed.safeParse(answer.body)
    if (answer.status >= 300 || !parsed.success) return 'unreachable'
    const session = { ...used, ...parsed.data, last_refresh: started }
    if (unstored?.over === null) await store(session)
    else
      await device
        .transaction('rw', device.meta, device.sessions, async () => {
          if (!(await device.sessions.get(used.user_id))) {
            // Signed out meanwhile: the new tokens are not kept. In a storage that was cleared nobody signed out.
            if (!(await device.meta.get('device_id'))) stored = session
            return
          }
          await device.sessions.put(session)
        })
        .catch((error: unknown) => {
          if (!isQuota(error)) throw error
          unstored = { session: { ...session, refresh: used.refresh }, over: unstored?.over ?? used.refresh }
        })
    await load()
    return stored ? 'refreshed' : 'refused'
  }

  function renew(stale: string): Promise<Renewal> {
    renewing ??= withinLock(env, `larder-refresh-${state.user?.id}`, REFRESH_LOCK_MS, () =>
      refreshNow(stale),
    ).finally(() => {
      renewing = null
    })
    return renewing
  }

  return {
    ready,
    people,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    deviceId: id,
    ledgerKey: (userId) => (stored?.user_id === userId ? stored.ledger_key : undefined),
    signIn,
    addressOfProvider,
    signInByProvider,
    offlineSignIn,
    renew,
    async signOut({ flush, flushMs = 5_000 } = {}) {
      await ready
      if (flush) await Promise.race([flush().catch(() => undefined), pause(env, flushMs)])
      const who = state.user?.id
      const session = stored
      try {
        await device.transaction('rw', device.meta, device.sessions, async () => {
          if (who !== undefined) await device.sessions.delete(who)
          await device.meta.delete('current')
        })
        unstored = null
        own = null
        await load()
      } finally {
        // Last: what the screens still ask is answered until they are told that the person has left.
        if (session) call('auth/logout/', { refresh: session.refresh }, session.access).catch(() => undefined)
      }
    },
    async accessToken(as) {
      await ready
      const usable = () => {
        if (!stored || (as !== undefined && stored.user_id !== as)) throw new SignInNeeded()
        return stored
      }
      const before = usable()
      if (!isExpired(before, env.now())) return before.access
      const renewal = await renew(before.access)
      if (renewal === 'unreachable') throw new NetworkError('unreachable')
      if (renewal === 'refused') throw new SignInNeeded()
      return usable().access
    },
    async end(access) {
      await endIf((session) => session.access === access)
    },
    async matchUser(users) {
      const user = users.find((one) => one.username === state.username)
      if (!user || !stored || user.id !== stored.user_id) return
      if (JSON.stringify(user) === JSON.stringify(stored.user)) return
      const next = { ...stored, user }
      await device.transaction('rw', device.sessions, device.people, async () => {
        if (await device.sessions.get(user.id)) await device.sessions.update(user.id, { user })
        await device.people.update(user.id, { user })
      })
      stored = next
      await load()
    },
    async changedSelf(user, password) {
      const verifier = password === null ? null : await makeVerifier(env, password, iterations)
      const known = { username: user.username, user }
      await device.transaction('rw', device.meta, device.sessions, device.people, async () => {
        await device.sessions.update(user.id, known)
        const next = await people.verifierToKeep(user, verifier)
        await device.people.update(user.id, { ...known, ...(password !== null && { verifier: next }) })
      })
      await load()
    },
    follow() {
      own = state.user?.id ?? null
      show({ ...state, isOther: false })
    },
    async storeAgain() {
      const { user, username } = state
      if (!user || username === null) return
      const session = stored
      const own = await id()
      await device.transaction('rw', device.meta, device.sessions, device.people, async () => {
        await device.people.put({ user_id: user.id, username, user, verifier: null })
        if (session) await device.sessions.put(session)
        await device.meta.bulkPut([
          { key: 'device_id', value: own },
          { key: 'current', value: { user_id: user.id, phase: session ? 'in' : 'ended' } satisfies Current },
        ])
      })
      unstored = null
      await load()
    },
    close() {
      lookSoon?.()
      stopListening()
      listeners.clear()
    },
  }
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const pause = (env: Environment, ms: number) => new Promise<void>((resolve) => env.after(ms, resolve))
