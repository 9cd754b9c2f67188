/** Who is calling. A right that was taken away by another process holds for at most a second longer. */
import type pg from 'pg'
import type { Env } from '../../env.ts'
import { belongsToCustomer, type Person } from '#contract/permissions.ts'
import { accountIsOpen } from './open-account.ts'

const KEEP_MS = 1_000

export interface People {
  /** The person with this id, or null where there is none or the account is closed. */
  byId(id: number): Promise<Person | null>
  /** Reads this person anew at their next call. Must follow the commit that changed them. */
  forget(id: number): void
}

/** The person with this id as they are now, or null where there is none or the account is closed. */
export async function readPerson(pool: pg.Pool, env: Pick<Env, 'DEMO'>, id: number): Promise<Person | null> {
  const { rows } = await pool.query<Person & { open: boolean }>({
    name: 'person',
    text: `select id, username, role_id, is_staff, company_id as company, ${accountIsOpen(env)} as open
             from users where id = $1`,
    values: [id],
  })
  const row = rows[0]
  if (!row?.open) return null
  const { open: _open, ...person } = row
  return belongsToCustomer(person) ? person : { ...person, company: null }
}

/** Reads people by id and remembers each for a second: every call asks, and nobody's rights change twice a second. */
export function peopleOf(pool: pg.Pool, clock: () => Date, env: Pick<Env, 'DEMO'>): People {
  const kept = new Map<number, { until: number; person: Promise<Person | null> }>()
  return {
    byId(id) {
      const now = clock().getTime()
      const known = kept.get(id)
      if (known && known.until > now) return known.person
      const person = readPerson(pool, env, id)
      person.catch(() => kept.delete(id))
      if (kept.size > 10_000) kept.clear()
      kept.set(id, { until: now + KEEP_MS, person })
      return person
    },
    forget: (id) => void kept.delete(id),
  }
}
