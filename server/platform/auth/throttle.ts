/**
 * Slows guessing of passwords. A guess is counted before the password is verified, so that simultaneous guesses count
 * too. A right guess is removed from the count. The counts are in the database: no process holds state.
 *
 * - A device on which this person has signed in before has its own count: other people's guesses do not lock them out
 *   there.
 * - All other devices share the count of the name, and that of the address they call from.
 */
import type pg from 'pg'
import { countedAddress } from '../addresses.ts'
import { Problem } from '../problem.ts'
import { UNNAMED } from './device.ts'

const WINDOW_SECONDS = 300
const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

/** The most guesses within a number of seconds. */
interface Cap {
  most: number
  seconds: number
}
/** Caps for one name, or for one name on one known device. */
const BY_NAME: readonly Cap[] = [
  { most: 10, seconds: WINDOW_SECONDS },
  { most: 40, seconds: HOUR_SECONDS },
  { most: 100, seconds: DAY_SECONDS },
]
/** Caps for unknown devices at one address: a whole warehouse may have one. */
const BY_ADDRESS: readonly Cap[] = [
  { most: 200, seconds: WINDOW_SECONDS },
  { most: 600, seconds: HOUR_SECONDS },
  { most: 2_000, seconds: DAY_SECONDS },
]
/** The most passwords of one name that are verified at the same time: each takes a core for 20 ms and 19 MiB. */
const VERIFICATIONS_AT_ONCE = 2
/** The most passwords of one name that wait for their turn. */
const MOST_WAITING_PASSWORDS = 20

export interface Guesser {
  username: string
  device: string
  address: string
}

/** Returns a 429 with Retry-After in seconds. */
export const tooMany = (message: string, seconds: number, code?: string) =>
  new Problem(429, message, code ? { code } : {}, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })

/** A key under which attempts are counted, and its caps: windows of a day at most. */
interface Counter {
  key: string
  caps: readonly Cap[]
}

/** Returns whether this person has signed in on this device before. */
export async function isKnownDevice(pool: pg.Pool, { username, device }: Guesser): Promise<boolean> {
  if (device === UNNAMED) return false
  const { rowCount } = await pool.query(
    `select from sessions s join users u on u.id = s.user_id where u.username = $1 and s.device_id = $2 limit 1`,
    [username, device],
  )
  return rowCount === 1
}

async function countersOf(pool: pg.Pool, guesser: Guesser): Promise<Counter[]> {
  const { username, device, address } = guesser
  const name = username.toLowerCase()
  if (await isKnownDevice(pool, guesser)) return [{ key: `device:${device} ${name}`, caps: BY_NAME }]
  return [
    { key: `name:${name}`, caps: BY_NAME },
    { key: `address:${countedAddress(address)}`, caps: BY_ADDRESS },
  ]
}

/** Records a guess and returns its ids. Throws 429 where there were too many in a window: then it is not counted. */
async function count(pool: pg.Pool, counters: readonly Counter[]): Promise<string[]> {
  const keys = counters.map(({ key }) => key)
  const caps = counters.flatMap((counter) => counter.caps.map((cap) => ({ key: counter.key, ...cap })))
  const noted = await pool.query<{ id: string }>(
    'insert into sign_in_failures (key) select unnest($1::text[]) returning id',
    [keys],
  )
  const ids = noted.rows.map(({ id }) => id)
  // A separate statement, so that it sees every guess that any caller recorded before it.
  const { rows: over } = await pool.query<{ seconds: number }>(
    `select extract(epoch from min(f.at) - now())::float + w.seconds as seconds
       from unnest($1::text[], $2::int[], $3::int[]) as w (key, most, seconds)
       join sign_in_failures f on f.key = w.key and f.at > now() - make_interval(secs => w.seconds)
      group by w.key, w.most, w.seconds having count(*) > w.most`,
    [caps.map(({ key }) => key), caps.map(({ most }) => most), caps.map(({ seconds }) => seconds)],
  )
  if (over.length === 0) return ids
  await pool.query('delete from sign_in_failures where id = any($1::bigint[])', [ids])
  const seconds = Math.max(...over.map((row) => row.seconds))
  throw tooMany(`Too many attempts. Please wait ${waitText(seconds)} and try again.`, seconds)
}

const waitText = (seconds: number) =>
  seconds > 2 * 60 * 60 ? `${Math.ceil(seconds / 3600)} hours` : `${Math.ceil(seconds / 60)} minutes`

/** Caps for requests for a new password of one name: each is a mail to a person. */
const QUESTIONS_BY_NAME: readonly Cap[] = [
  { most: 3, seconds: WINDOW_SECONDS },
  { most: 20, seconds: DAY_SECONDS },
]
/** Caps for changes of one's own username: the answer also reveals whether another user has the name. */
const OWN_RENAMES: readonly Cap[] = [{ most: 3, seconds: DAY_SECONDS }]
/** Caps for links that confirm an address, per person and per address: the reader of that address may be a stranger. */
const ADDRESS_MAILS: readonly Cap[] = [{ most: 5, seconds: DAY_SECONDS }]

/**
 * Limits requests for a new password, with separate counts. Throws 429 with Retry-After. A request counts for the
 * person who would receive the mail: several spellings of a name may mean one person, and only the database knows
 * which.
 */
export async function countQuestion(pool: pg.Pool, username: string, address: string): Promise<void> {
  const { rows } = await pool.query<{ who: string }>(
    `select coalesce((select 'user:' || id from users where lower(username) = lower($1)), 'name:' || lower($1)) as who`,
    [username],
  )
  await count(pool, [
    { key: `question ${rows[0]!.who}`, caps: QUESTIONS_BY_NAME },
    { key: `question address:${countedAddress(address)}`, caps: BY_ADDRESS },
  ])
}

/** Limits the mails that ask whether an address belongs to a person. Throws 429 with Retry-After. */
export async function countAddressMail(pool: pg.Pool, user: number, mailAddress: string): Promise<void> {
  await count(pool, [
    { key: `address mail of:${user}`, caps: ADDRESS_MAILS },
    { key: `address mail to:${mailAddress.toLowerCase()}`, caps: ADDRESS_MAILS },
  ])
}

/** Limits how often a person asks for another username. Throws 429 with Retry-After. */
export async function countRename(pool: pg.Pool, user: number): Promise<void> {
  await count(pool, [{ key: `rename of:${user}`, caps: OWN_RENAMES }])
}

/** Limits how fast mailed links are guessed. */
export async function countLink(pool: pg.Pool, address: string): Promise<void> {
  await count(pool, [{ key: `link address:${countedAddress(address)}`, caps: BY_ADDRESS }])
}

/**
 * The most sessions that one person begins in an hour. A picker account that many scanners share begins some sixty in a
 * morning.
 */
const SESSIONS_AN_HOUR = 240
/** The end of the limit of each person whom this process has refused a session, in ms, by database. */
const limited = new WeakMap<pg.Pool, Map<number, number>>()

const tooManySessions = (seconds: number) =>
  tooMany(`This person has signed in too often. Please wait ${waitText(seconds)} and try again.`, seconds)

/**
 * Throws 429 with Retry-After where `limitSessions` has refused this person and the limit has not ended since. It
 * counts nothing, and spares the verification of a password whose session would be refused.
 */
export function refuseLimited(pool: pg.Pool, user: number, now: Date): void {
  const ms = (limited.get(pool)?.get(user) ?? 0) - now.getTime()
  if (ms > 0) throw tooManySessions(ms / 1_000)
}

/** Remembers until when this person may begin no session. Forgets the people whose limit has ended. */
function rememberLimit(pool: pg.Pool, user: number, now: number, seconds: number): void {
  const ends = limited.get(pool) ?? new Map<number, number>()
  limited.set(pool, ends)
  for (const [one, end] of ends) if (end <= now) ends.delete(one)
  ends.set(user, now + seconds * 1_000)
}

/**
 * Throws 429 with Retry-After where this person has begun too many sessions lately. A right password is removed from
 * the count of guesses, so nothing else limits it. Must run in a transaction that has locked the person: then the limit
 * is exact.
 */
export async function limitSessions(
  pool: pg.Pool,
  client: pg.ClientBase,
  user: number,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ seconds: number }>(
    `select extract(epoch from min(created_at) - $2::timestamptz)::float + $3::int as seconds
       from sessions where user_id = $1 and created_at > $2::timestamptz - make_interval(secs => $3::int)
     having count(*) >= $4`,
    [user, now, HOUR_SECONDS, SESSIONS_AN_HOUR],
  )
  if (!rows[0]) return
  const { seconds } = rows[0]
  rememberLimit(pool, user, now.getTime(), seconds)
  throw tooManySessions(seconds)
}

interface Turns {
  inside: number
  waiting: (() => void)[]
}
const turns = new Map<string, Turns>()

/** Runs `work` when its turn comes among the calls for this name. Throws 429 where too many wait already. */
async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const queue = turns.get(name) ?? { inside: 0, waiting: [] }
  turns.set(name, queue)
  if (queue.inside < VERIFICATIONS_AT_ONCE) queue.inside++
  else if (queue.waiting.length >= MOST_WAITING_PASSWORDS)
    throw tooMany('Too many attempts at once. Please try again in a moment.', 1)
  // A call that leaves passes its place to the next one.
  else await new Promise<void>((resolve) => queue.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else if (--queue.inside === 0) turns.delete(name)
  }
}

/**
 * Verifies a password as a guess by this person, and returns whether it is right. Throws 429 with Retry-After where
 * there were too many guesses.
 */
export async function guess(pool: pg.Pool, by: Guesser, verify: () => Promise<boolean>): Promise<boolean> {
  return inTurn(by.username.toLowerCase(), async () => {
    const counters = await countersOf(pool, by)
    const ids = await count(pool, counters)
    const right = await verify()
    // A right password clears its name or device counter. At the address, where others guess too, it removes
    // only itself.
    if (right)
      await pool.query('delete from sign_in_failures where key = $1 or id = any($2::bigint[])', [
        counters[0]!.key,
        ids,
      ])
    else await pool.query(`delete from sign_in_failures where at < now() - interval '1 day'`)
    return right
  })
}
