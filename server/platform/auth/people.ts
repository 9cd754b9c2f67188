/** Identifies the caller. A right that another process took away stays valid for at most one more second. */
import type pg from 'pg'
import type { Env } from '../../env.ts'
import { belongsToCustomer, type Person } from '#contract/permissions.ts'
import { accountIsOpen } from './open-account.ts'
import { isUseNoted, noteUse, sessionLives } from './session-life.ts'

const KEEP_MS = 1_000
const MOST_KEPT_HOLDERS = 10_000

/** The person that a token belongs to now, or the reason why it is no longer valid. */
type TokenHolder =
  | { kind: 'open'; person: Person; device: string }
  /** The account is locked, closed, or not there. */
  | { kind: 'closed' }
  /** The session has ended: signed out, expired, or ended by a reset, by the office or by a newer sign-in. */
  | { kind: 'ended' }

export interface People {
  /** Returns who holds a token of this session now. */
  tokenHolder(user: number, session: string): Promise<TokenHolder>
  /** Makes this person's next call read them and their sessions again. Must follow the commit that changed them. */
  forget(user: number): void
}

const personColumns = (env: Pick<Env, 'DEMO'>) =>
  `u.id, u.username, u.role_id, u.is_staff, u.company_id as company, ${accountIsOpen(env, 'u')} as open`

interface Row extends Person {
  open: boolean
}

function personOf({ id, username, role_id, is_staff, company }: Row): Person {
  const person = { id, username, role_id, is_staff, company }
  return belongsToCustomer(person) ? person : { ...person, company: null }
}

/** Returns the person with this id as they are now; null where there is none or the account is closed. */
export async function readPerson(pool: pg.Pool, env: Pick<Env, 'DEMO'>, id: number): Promise<Person | null> {
  const { rows } = await pool.query<Row>({
    name: 'person',
    text: `select ${personColumns(env)} from users u where u.id = $1`,
    values: [id],
  })
  return rows[0]?.open ? personOf(rows[0]) : null
}

async function readTokenHolder(
  pool: pg.Pool,
  env: Pick<Env, 'DEMO'>,
  user: number,
  session: string,
  now: Date,
): Promise<TokenHolder> {
  const { rows } = await pool.query<Row & { lives: boolean; last_used_at: string; device_id: string }>({
    name: 'token holder',
    text: `select ${personColumns(env)}, ${sessionLives('$3::timestamptz')} as lives, s.last_used_at, s.device_id
             from users u left join sessions s on s.id = $2 and s.user_id = u.id where u.id = $1`,
    values: [user, session, now],
  })
  const row = rows[0]
  if (!row?.open) return { kind: 'closed' }
  if (!row.lives) return { kind: 'ended' }
  if (!isUseNoted(new Date(row.last_used_at), now)) await noteUse(pool, session, now)
  return { kind: 'open', person: personOf(row), device: row.device_id }
}

/**
 * Reads the person of a session and caches the result for a second, because every call asks and rights do not change
 * twice a second. A session that another process ends is seen here at most a second later, and one that this process
 * ends at once, by `forget`.
 */
export function peopleOf(pool: pg.Pool, clock: () => Date, env: Pick<Env, 'DEMO'>): People {
  const kept = new Map<string, { user: number; until: number; holder: Promise<TokenHolder> }>()
  return {
    tokenHolder(user, session) {
      const at = clock()
      const now = at.getTime()
      const key = `${user} ${session}`
      const known = kept.get(key)
      if (known && known.until > now) return known.holder
      const holder = readTokenHolder(pool, env, user, session, at)
      holder.catch(() => kept.delete(key))
      if (kept.size > MOST_KEPT_HOLDERS) kept.clear()
      kept.set(key, { user, until: now + KEEP_MS, holder })
      return holder
    },
    forget(user) {
      for (const [key, one] of kept) if (one.user === user) kept.delete(key)
    },
  }
}
