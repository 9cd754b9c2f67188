/** What each device last reported, for the foreman and for the warning before an invoice. */
import { secondSql } from '../platform/json.ts'
import type pg from 'pg'
import { z } from 'zod'
import { Id } from '#contract/values.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Push, PushResult } from '#contract/sync/protocol.ts'
import type { Context } from '../platform/context.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'

/** Returns SQL of how many edits a column of `devices d` counts over all orders. */
export const heldSum = (column: string) =>
  `coalesce((select sum(value::int) from json_each_text(d.${column}::json)), 0)::int`

/** SQL of the wire's device, newest first. `unsent` and `needs_you` are by order id. */
export const DEVICE_SQL = `
  select d.device_id, d.user_id as "user", u.username, n.name,
         ${secondSql('d.last_seen_at')} as last_seen,
         d.unsent::json as unsent, ${heldSum('unsent')} as unsent_count,
         d.needs_you::json as needs_you, ${heldSum('needs_you')} as needs_you_count,
         ${secondSql('d.differed_at')} as differed_at, coalesce(d.differed, '{}') as differed
    from devices d join users u on u.id = d.user_id left join device_names n on n.device_id = d.device_id`

/** When the device last reported, and what it holds (`Holding`, contract/invoices/blockers.ts). */
export const HoldingDevice = z.object({
  username: z.string(),
  unsent: z.number(),
  needs_you: z.number(),
  last_seen: z.string(),
})
export type HoldingDevice = z.infer<typeof HoldingDevice>

/** How many days a report blocks an invoice: as long as a person can sign in on a device without a network. */
const HOLDS_DAYS = 14

/**
 * Returns the devices that last reported edits of this order, or of one that was merged into it (docs/decisions/0136).
 */
export async function devicesHolding(
  client: pg.ClientBase,
  order: number,
  now: Date,
): Promise<HoldingDevice[]> {
  return queryRows(
    client,
    HoldingDevice,
    {
      name: 'devices holding',
      text: `select u.username, coalesce(sum(held.unsent), 0)::int as unsent, coalesce(sum(held.needs_you), 0)::int as needs_you,
             d.last_seen_at as last_seen
       from devices d join users u on u.id = d.user_id
       cross join lateral (select key, value::int as unsent, 0 as needs_you from json_each_text(d.unsent::json)
                           union all select key, 0, value::int from json_each_text(d.needs_you::json)) held
      where held.unsent + held.needs_you > 0 and d.last_seen_at > $2::timestamptz - make_interval(days => $3)
        and held.key in (select $1::int::text union all select id::text from merged_orders where into_id = $1::int)
      group by d.device_id, d.user_id, u.username, d.last_seen_at
      order by u.username`,
    },
    [order, now, HOLDS_DAYS],
  )
}

/** The most devices of a person. The server forgets the one that it has not seen for longest. */
const MOST_DEVICES = 50
/** The most edits of an order that a device can hold. A report of more is cut. */
const MOST_HELD_EDITS = 1_000_000

/** The counts are by order number, as a device reports them. */
type Report = Required<Pick<Push, 'unsent' | 'needs_you'>> & Pick<Push, 'oldest_unsent_s' | 'release'>

const countsOf = (counts: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([order]) => /^\d+$/.test(order) && Id.safeParse(Number(order)).success)
      .map(([order, count]) => [order, Math.min(count, MOST_HELD_EDITS)]),
  )

/** Returns SQL of the counts of known and of merged orders. */
const ofKnownOrders = (counts: string) =>
  `(select coalesce(json_object_agg(key, value), '{}')::text from json_each(${counts}::json)
     where exists (select from orders where id = key::int) or exists (select from merged_orders where id = key::int))`

/** Whether the device is new to the server. */
const NotedDevice = z.object({ fresh: z.boolean() })

/**
 * Stores a device's report, for the foreman's view and the question before an invoice. Only people who may pick hold
 * edits of orders.
 */
async function noteDevice(
  context: Context,
  person: Person,
  device: string,
  { unsent, needs_you, oldest_unsent_s, release }: Report,
): Promise<void> {
  const isTrusted = can(person, 'orders.pick')
  const [waiting, stopped] = [unsent, needs_you].map((counts) =>
    JSON.stringify(isTrusted ? countsOf(counts) : {}),
  )
  const now = context.clock()
  const hasUnsent = Object.keys(unsent).length > 0
  const oldest =
    isTrusted && hasUnsent && oldest_unsent_s !== undefined
      ? new Date(now.getTime() - oldest_unsent_s * 1_000)
      : null
  const { fresh } = await queryOnlyRow(
    context.pool,
    NotedDevice,
    {
      name: 'note device',
      text: `insert into devices (device_id, user_id, last_seen_at, unsent, needs_you, oldest_unsent_at, release)
           values ($1, $2, $3, ${ofKnownOrders('$4')}, ${ofKnownOrders('$5')}, $6, $7)
           on conflict (device_id, user_id) do update set last_seen_at = excluded.last_seen_at, unsent = excluded.unsent,
             needs_you = excluded.needs_you, oldest_unsent_at = excluded.oldest_unsent_at, release = excluded.release
           returning xmax = 0 as fresh`,
    },
    [device, person.id, now, waiting, stopped, oldest, release ?? null],
  )
  if (fresh)
    await context.pool.query(
      `delete from devices where user_id = $1 and device_id not in
         (select device_id from devices where user_id = $1 order by last_seen_at desc limit $2)`,
      [person.id, MOST_DEVICES],
    )
}

/** The parts of a pushed edit that name its order. The edit may be malformed. */
interface Reported {
  device_id?: unknown
  seq?: unknown
  order?: unknown
  act?: { id?: unknown } | null
}
type Answered = Pick<PushResult, 'outcome' | 'body'>
const CLOSED = new Set(['order_locked', 'order_gone'])

/** Returns the device's report in a push. A device of an earlier release reports less. */
const reportOf = ({ unsent = {}, needs_you = {}, oldest_unsent_s, release }: Push): Report => ({
  unsent,
  needs_you,
  oldest_unsent_s,
  release,
})

/**
 * Returns the report of a push with what its answer leaves on the device: an edit that is to be sent again waits there,
 * and a refused or clashing one needs a person. Counts as the device does: an act once, and all that an invoiced or
 * deleted order refused once.
 */
function reportAfter(push: Push, results: readonly Answered[]): Report {
  const { device_id, mutations } = push
  const report = reportOf(push)
  const after = { ...report, unsent: { ...report.unsent }, needs_you: { ...report.needs_you } }
  const counted = new Set<string>()
  for (const [n, { outcome, body }] of results.entries()) {
    const { order, act, ...edit } = (mutations[n] ?? {}) as Reported
    // An edit that was imported for another device is not on this one.
    if (outcome === 'applied' || typeof order !== 'number' || edit.device_id !== device_id) continue
    // Nor is an edit of an order that the device does not keep (docs/decisions/0260). Stored edits are numbered from 1.
    if (edit.seq === 0) continue
    const code = (body as { code?: unknown } | null)?.code
    const field = outcome === 'held' || outcome === 'retry' ? 'unsent' : 'needs_you'
    const one = CLOSED.has(code as string) ? (code as string) : (act?.id ?? n)
    const key = JSON.stringify([field, order, one])
    if (counted.has(key)) continue
    counted.add(key)
    after[field][order] = (after[field][order] ?? 0) + 1
  }
  return after
}

/** Runs a push, and stores what its device holds before and after it. */
export async function noting<T extends Answered>(
  context: Context,
  person: Person,
  push: Push,
  run: () => Promise<T[]>,
): Promise<T[]> {
  const { device_id } = push
  // The report is stored while the edits run. No answer is sent while an edit is still running.
  const noted = noteDevice(context, person, device_id, reportOf(push))
  noted.catch(() => undefined)
  const results = await run()
  await noted
  if (results.some(({ outcome }) => outcome !== 'applied'))
    await noteDevice(context, person, device_id, reportAfter(push, results))
  return results
}
