/** How long a session lives, by role (docs/decisions/0194). */
import type pg from 'pg'
import { ROLE } from '#contract/permissions.ts'
import type { SettingName } from '#contract/settings/settings.ts'
import { UNNAMED } from './device.ts'

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

/** A call is recorded on its session once a minute: the bounds are hours and days. */
const USE_INTERVAL_MS = 60_000

/** Returns whether the last recorded call is recent enough, so that a call at `now` need not be recorded. */
export const isUseNoted = (lastUsedAt: Date, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() < USE_INTERVAL_MS

/** Calls with a shorter pause between them belong to one contact with the device. SQL. */
const CONTACT_GAP = `interval '2 minutes'`
/** A device that comes back sends what it holds within this time. SQL. */
const CONTACT_LIFE = `interval '5 minutes'`

/** Records a call of this session at `now`. */
export async function noteUse(client: pg.Pool | pg.ClientBase, session: string, now: Date): Promise<void> {
  const isBack = `last_used_at < $2::timestamptz - ${CONTACT_GAP}`
  await client.query({
    name: 'note use',
    text: `update sessions set silent_from = case when ${isBack} then last_used_at else silent_from end,
                  contact_at = case when ${isBack} then $2 else contact_at end, last_used_at = $2
            where id = $1 and last_used_at < $2`,
    values: [session, now],
  })
}

/**
 * Returns the time since which the server received no call of this person on this device, apart from the calls with
 * which the device has just come back. The device could not send what it did since then (docs/decisions/0197). `now`
 * where the device was never away.
 */
export async function silentSince(
  client: pg.ClientBase,
  user: number,
  device: string,
  now: Date,
): Promise<Date> {
  const { rows } = await client.query<{ since: string }>({
    name: 'silent since',
    text: `select case when last_used_at < $3::timestamptz - ${CONTACT_GAP} then last_used_at
                       when contact_at > $3::timestamptz - ${CONTACT_LIFE} then silent_from
                       else $3 end as since
             from sessions where user_id = $1 and device_id = $2 and device_id <> '${UNNAMED}'
            order by created_at desc, id desc limit 1`,
    values: [user, device, now],
  })
  return rows[0] ? new Date(rows[0].since) : now
}
