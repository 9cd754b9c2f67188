/**
 * How much people who do not pick may order: by person and by company, in a minute and on the distributor's day. The
 * database counts the placed orders. A batch counts its own, and two batches of a company at once wait for each other.
 */
import { secondSql } from '../platform/json.ts'
import type pg from 'pg'
import { z } from 'zod'
import { can, type Person } from '#contract/permissions.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { companyOf } from '../platform/scope.ts'
import { today, together, type Context } from '../platform/context.ts'
import { readSettings } from '../settings/store.ts'

/** Why the server does not take an order now, and after how many seconds a retry is worth it. */
export interface Postponed {
  message: string
  retryAfter: number
}

const MINUTE_SECONDS = 60
/** The wait where a day is full. The office may raise the settings at any time. */
const DAY_RETRY_SECONDS = 3_600

/** The counts of placed orders and lines, by the names of the settings that bound them. */
const COUNTED = [
  'orders_a_minute',
  'company_orders_a_minute',
  'orders_a_day',
  'company_orders_a_day',
  'order_lines_a_day',
  'company_order_lines_a_day',
] as const satisfies (keyof Settings)[]
type Bound = (typeof COUNTED)[number]

const isOfMinute = (bound: Bound) => bound.endsWith('minute')

/** $1 company, $2 person, $3 day, $4 a minute ago. */
const COUNT = `
  select count(*) filter (where user_id = $2 and at > $4)::int as orders_a_minute,
         count(*) filter (where at > $4)::int as company_orders_a_minute,
         count(*) filter (where user_id = $2 and day = $3)::int as orders_a_day,
         count(*) filter (where day = $3)::int as company_orders_a_day,
         coalesce(sum(lines) filter (where user_id = $2 and day = $3), 0)::int as order_lines_a_day,
         coalesce(sum(lines) filter (where day = $3), 0)::int as company_order_lines_a_day,
         extract(epoch from min(at) filter (where at > $4))::float8 as oldest
    from placings where company_id = $1 and day >= $3::date - 1`

const Counts = z.object({
  orders_a_minute: z.number(),
  company_orders_a_minute: z.number(),
  orders_a_day: z.number(),
  company_orders_a_day: z.number(),
  order_lines_a_day: z.number(),
  company_order_lines_a_day: z.number(),
  /** When the first order of the last minute was placed, in seconds. */
  oldest: z.number().nullable(),
})
type Counts = z.infer<typeof Counts>

/** What one batch may still place for one person. */
export class Allowance {
  readonly #context: Pick<Context, 'env' | 'clock'>
  readonly #person: Person
  readonly #most: Settings
  readonly #counts: Counts
  /** The line counts of the orders that the batch places. */
  readonly #placed: number[] = []
  /** The setting that stopped the last order that was not taken. */
  #met: Bound | null = null

  constructor(context: Pick<Context, 'env' | 'clock'>, person: Person, most: Settings, counts: Counts) {
    this.#context = context
    this.#person = person
    this.#most = most
    this.#counts = counts
  }

  /** Counts an order of so many lines. If that would be too much, returns why and does not count it. */
  take(lines: number): Postponed | null {
    const over = this.#count(this.#counts, lines)
    if (over === null) this.#placed.push(lines)
    return over
  }

  /**
   * Returns what `take` would answer for orders of so many lines each, if each of them were placed. Counts none of
   * them.
   */
  preview(lines: readonly number[]): (Postponed | null)[] {
    const counts = { ...this.#counts }
    return lines.map((count) => this.#count(counts, count))
  }

  #count(counts: Counts, lines: number): Postponed | null {
    const more = (bound: Bound) => (bound.includes('lines') ? lines : 1)
    const full = COUNTED.find((bound) => counts[bound] + more(bound) > this.#most[bound])
    if (full) {
      this.#met = full
      return this.#postponedBy(full)
    }
    for (const bound of COUNTED) counts[bound] += more(bound)
    return null
  }

  #postponedBy(bound: Bound): Postponed {
    const one = bound.includes('lines') ? 'line' : 'order'
    const whose = bound.startsWith('company') ? 'your company' : 'you'
    const most = this.#most[bound]
    const what = most === 1 ? one : `${one}s`
    if (!isOfMinute(bound))
      return {
        message: `No more than ${most} ${what} a day are taken from ${whose}. This order waits. Please call us if it cannot wait until tomorrow.`,
        retryAfter: DAY_RETRY_SECONDS,
      }
    const now = this.#context.clock().getTime() / 1_000
    const age = now - (this.#counts.oldest ?? now)
    return {
      message: `No more than ${most} ${what} a minute are taken from ${whose}. This order waits a moment.`,
      retryAfter: Math.max(1, Math.ceil(MINUTE_SECONDS - age)),
    }
  }

  /** Stores the counts, and records for the office which bound was met. Must run inside the batch's transaction. */
  async store(client: pg.ClientBase): Promise<void> {
    const { clock } = this.#context
    const [now, day] = [clock(), today(this.#context)]
    const company = companyOf(this.#person)
    await together([
      this.#placed.length > 0 &&
        client.query({
          name: 'store placings',
          text: `with old as (delete from placings where company_id = $1 and day < $3::date - 1)
                 insert into placings (company_id, user_id, day, at, lines)
                 select $1, $2, $3, $4, unnest($5::int[])`,
          values: [company, this.#person.id, day, now, this.#placed],
        }),
      this.#met !== null &&
        client.query({
          name: 'store bounded person',
          // Written at most once a minute: repeated refusals write nothing.
          text: `insert into bounded_people (user_id, at, setting)
                 select $1::int, $2::timestamptz, $3
                  where not exists (select from bounded_people
                                     where user_id = $1 and setting = $3 and at > $2::timestamptz - interval '1 minute')
                 on conflict (user_id) do update set at = excluded.at, setting = excluded.setting`,
          values: [this.#person.id, now, this.#met],
        }),
    ])
  }
}

/**
 * Returns what this person may still place; null for a person who picks, who is not bounded. Locks the company's
 * placings until the transaction ends. Must be called before the batch locks any row.
 */
export async function loadAllowance(
  context: Pick<Context, 'env' | 'clock'>,
  client: pg.ClientBase,
  person: Person,
): Promise<Allowance | null> {
  const company = companyOf(person)
  if (company === null || can(person, 'orders.pick')) return null
  const minuteAgo = new Date(context.clock().getTime() - MINUTE_SECONDS * 1_000)
  const [, counted, most] = await together([
    client.query({
      name: 'lock placings',
      text: `select pg_advisory_xact_lock(hashtextextended('placings ' || $1::int, 7))`,
      values: [company],
    }),
    // This is a statement of its own, so that it sees orders that were placed while it waited for the lock.
    queryOnlyRow(client, Counts, { name: 'count placings', text: COUNT }, [
      company,
      person.id,
      today(context),
      minuteAgo,
    ]),
    readSettings(client),
  ])
  return new Allowance(context, person, most, counted)
}

/** SQL of the wire's `BoundedPerson`, over the last day up to $1. */
export const BOUNDED_SQL = `
  select b.user_id as "user", u.username, c.name as company, b.setting,
         ${secondSql('b.at')} as at
    from bounded_people b join users u on u.id = b.user_id left join companies c on c.id = u.company_id
   where b.at > $1::timestamptz - interval '1 day'
   order by b.at desc`
