/** The tokens of the session on this device: an unexpired one, and a new one where the server wants it. */
import type { StoredSession } from '#src/db/device.ts'
import { isQuota } from '#src/db/errors.ts'
import { NetworkError, SignInNeeded } from './errors.ts'
import { endsSession, saysClosed, type HttpAnswer } from './http.ts'
import { withinLock } from './lock.ts'
import { endIf, storeSession, type SessionHere } from './session-here.ts'
import { loadShapes } from './session-shapes.ts'

/** Longer than a refresh takes. After it the tab that holds the lock counts as frozen. */
const REFRESH_LOCK_MS = 15_000

type Renewal = 'refreshed' | 'refused' | 'unreachable'

interface TokenParts {
  here: SessionHere
  /** Resolves when the stored session has been read. */
  ready: Promise<void>
  /** A POST without a session. */
  call: (path: string, body: unknown) => Promise<HttpAnswer>
}

export interface Tokens {
  /**
   * Returns a token that is not expired (A213, A215), of this person where one is named. Throws SignInNeeded or
   * NetworkError.
   */
  accessToken(as?: number): Promise<string>
  /** Refreshes once for all tabs and the worker, after a 401 for `stale`. */
  renew(stale: string): Promise<Renewal>
}

/** A215. If the clock went back, the server's 401 decides. */
const isExpired = (session: Pick<StoredSession, 'last_refresh' | 'expires_in'>, now: number): boolean =>
  now - session.last_refresh >= session.expires_in * 1_000

export function createTokens(parts: TokenParts): Tokens {
  const { here, ready } = parts
  let renewing: Promise<Renewal> | null = null

  function renew(stale: string): Promise<Renewal> {
    renewing ??= withinLock(here.env, `larder-refresh-${here.state.user?.id}`, REFRESH_LOCK_MS, () =>
      refreshNow(parts, stale),
    ).finally(() => {
      renewing = null
    })
    return renewing
  }

  return {
    renew,
    async accessToken(as) {
      await ready
      const usable = () => {
        const { stored } = here
        if (!stored || (as !== undefined && stored.user_id !== as)) throw new SignInNeeded()
        return stored
      }
      const before = usable()
      if (!isExpired(before, here.env.now())) return before.access
      const renewal = await renew(before.access)
      if (renewal === 'unreachable') throw new NetworkError('unreachable')
      if (renewal === 'refused') throw new SignInNeeded()
      return usable().access
    },
  }
}

async function refreshNow({ here, call }: TokenParts, stale: string): Promise<Renewal> {
  const { env, people } = here
  await here.load()
  const used = here.stored
  if (!used) return 'refused'
  // Another tab has already refreshed: its token is the valid one.
  if (used.access !== stale && !isExpired(used, env.now())) return 'refreshed'
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
    return (await endIf(here, (session) => session.refresh === used.refresh)) ? 'refused' : 'refreshed'
  }
  const parsed = (await loadShapes()).Refreshed.safeParse(answer.body)
  if (answer.status >= 300 || !parsed.success) return 'unreachable'
  const session = { ...used, ...parsed.data, last_refresh: started }
  if (here.unstored?.over === null) await storeSession(here, session)
  else await storeRefreshed(here, session, used.refresh)
  await here.load()
  return here.stored ? 'refreshed' : 'refused'
}

/** @param used the refresh token that got the session its new tokens */
async function storeRefreshed(here: SessionHere, session: StoredSession, used: string): Promise<void> {
  const { device } = here
  await device
    .transaction('rw', device.meta, device.sessions, async () => {
      if (!(await device.sessions.get(session.user_id))) {
        // Signed out meanwhile: the new tokens are not kept. If the storage was cleared, no person has signed out.
        if (!(await device.meta.get('device_id'))) here.stored = session
        return
      }
      await device.sessions.put(session)
    })
    .catch((error: unknown) => {
      if (!isQuota(error)) throw error
      here.unstored = { session: { ...session, refresh: used }, over: here.unstored?.over ?? used }
    })
}
