/** What each device last said of itself, for the foreman and for the warning before an invoice. */
import type pg from 'pg'
import type { Holding } from '#contract/invoices/against.ts'
import { Id } from '#contract/values.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Push } from '#contract/sync/protocol.ts'
import type { Context } from '../platform/context.ts'

/** SQL of the wire's device, newest first. `unsent` is by order id. */
export const DEVICE_SQL = `
  select d.device_id, d.user_id as "user", u.username,
         to_char(d.last_seen_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_seen, d.unsent::json as unsent,
         coalesce((select sum(value::int) from json_each_text(d.unsent::json)), 0)::int as unsent_count
    from devices d join users u on u.id = d.user_id`

/** When the device was last heard of, beside what it holds. */
export type HoldingDevice = Holding & { last_seen: string }

/** As long as a person can sign in on a device without a network: what it said longer ago holds nothing up. */
const HOLDS_DAYS = 14

/** Devices that last reported unsent edits of this order, or of one that was merged into it (docs/decisions/0136). */
export async function devicesHolding(
  client: pg.ClientBase,
  order: number,
  now: Date,
): Promise<HoldingDevice[]> {
  const { rows } = await client.query<HoldingDevice>({
    name: 'devices holding',
    text: `select u.username, sum(held.value::int)::int as unsent, d.last_seen_at as last_seen
       from devices d join users u on u.id = d.user_id
       cross join json_each_text(d.unsent::json) held
      where held.value::int > 0 and d.last_seen_at > $2::timestamptz - make_interval(days => $3)
        and held.key in (select $1::int::text union all select id::text from merged_orders where into_id = $1::int)
      group by d.device_id, d.user_id, u.username, d.last_seen_at
      order by u.username`,
    values: [order, now, HOLDS_DAYS],
  })
  return rows
}

/** A person has no more devices than this; the one that was not seen for longest is forgotten. */
const MOST_DEVICES = 50
/** A device's report of more edits of an order than it can hold is cut. */
const MOST_UNSENT = 1_000_000

/**
 * Keeps what a device says of itself, for the foreman's view and the warning before an invoice. Only who may pick holds
 * edits of orders, and only of orders that there are, or that were merged.
 */
export async function noteDevice(context: Context, person: Person, push: Push): Promise<void> {
  const reported = can(person, 'orders.pick') ? Object.entries(push.unsent ?? {}) : []
  const unsent = reported
    .filter(([order]) => /^\d+$/.test(order) && Id.safeParse(Number(order)).success)
    .map(([order, count]) => [order, Math.min(count, MOST_UNSENT)])
  const { rows } = await context.pool.query<{ fresh: boolean }>({
    name: 'note device',
    text: `insert into devices (device_id, user_id, last_seen_at, unsent)
           values ($1, $2, $3, (select coalesce(json_object_agg(key, value), '{}')::text from json_each($4::json)
                                 where exists (select from orders where id = key::int)
                                    or exists (select from merged_orders where id = key::int)))
           on conflict (device_id, user_id) do update set last_seen_at = excluded.last_seen_at, unsent = excluded.unsent
           returning xmax = 0 as fresh`,
    values: [push.device_id, person.id, context.clock(), JSON.stringify(Object.fromEntries(unsent))],
  })
  if (rows[0]!.fresh)
    await context.pool.query(
      `delete from devices where user_id = $1 and device_id not in
         (select device_id from devices where user_id = $1 order by last_seen_at desc limit $2)`,
      [person.id, MOST_DEVICES],
    )
}
