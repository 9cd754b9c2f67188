/** What each device last said of itself, for the foreman and for the warning before an invoice. */
import type pg from 'pg'

/** SQL of the wire's device, newest first. `unsent` is by order id. */
export const DEVICE_SQL = `
  select d.device_id, d.user_id as "user", u.username,
         to_char(d.last_seen_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_seen, d.unsent::json as unsent,
         coalesce((select sum(value::int) from json_each_text(d.unsent::json)), 0)::int as unsent_count
    from devices d join users u on u.id = d.user_id`

/** One device that still holds edits of an order. */
export interface Holding {
  username: string
  unsent: number
  last_seen: string
}

/** Devices that last reported unsent edits of this order. */
export async function devicesHolding(client: pg.ClientBase, order: number): Promise<Holding[]> {
  const { rows } = await client.query<Holding>(
    `select u.username, (d.unsent::json ->> $1::text)::int as unsent, d.last_seen_at as last_seen
       from devices d join users u on u.id = d.user_id
      where (d.unsent::json ->> $1::text)::int > 0
      order by u.username`,
    [String(order)],
  )
  return rows
}

/** "picker3 has 6 unsent changes" for each device, as one sentence. */
export function holdingSentence(order: number, holding: readonly Holding[]): string {
  const each = holding.map(
    ({ username, unsent }) => `${username} has ${unsent} unsent ${unsent === 1 ? 'change' : 'changes'}`,
  )
  return `Order ${order} is not all here yet: ${each.join(', ')}.`
}
