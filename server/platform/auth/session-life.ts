/** How long a session lives, by role (docs/decisions/0194). */
import type pg from 'pg'
import { ROLE } from '#contract/permissions.ts'
import type { SettingName } from '#contract/settings/settings.ts'

const setting = (name: SettingName) =>
  `(select coalesce(value, default_value)::int from settings where name = '${name}')`

const isOffice = `u.role_id <= ${ROLE.sales}`

/**
 * SQL condition on `sessions s` of `users u`: the session has not ended. `now` is the SQL of the current time. False where
 * there is no session.
 */
export const sessionLives = (now: string): string => `coalesce(s.revoked_at is null
  and s.last_used_at > ${now} - case when ${isOffice}
        then make_interval(hours => ${setting('office_idle_hours')})
        else make_interval(days => ${setting('idle_days')}) end
  and s.created_at > ${now} - make_interval(days => case when ${isOffice}
        then ${setting('office_session_days')} else ${setting('session_days')} end), false)`

/** A call is written to its session once a minute: the bounds are hours and days. */
const USE_INTERVAL_MS = 60_000

/** Notes a call of this session at `now`, unless one was noted within the last minute. */
export async function noteUse(pool: pg.Pool, session: string, lastUsedAt: Date, now: Date): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() < USE_INTERVAL_MS) return
  await pool.query({
    name: 'note use',
    text: 'update sessions set last_used_at = $2 where id = $1 and last_used_at < $2',
    values: [session, now],
  })
}
