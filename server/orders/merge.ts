/**
 * `POST mergeorders/` (B240, docs/decisions/0039, 0089): merges in one transaction, and loses nothing that was ordered
 * or picked.
 */
import type pg from 'pg'
import { holdingSentence } from '#contract/invoices/blockers.ts'
import { MergeOrders, mergedNote, mergeLines } from '#contract/orders/merge.ts'
import { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../platform/context.ts'
import { sendRow } from '../platform/json.ts'
import { KEYED, keyedCall, once, type KeyedCall } from '../platform/keyed.ts'
import { Problem } from '../platform/problem.ts'
import type { Routes } from '../platform/routes.ts'
import { queryRows } from '../platform/rows.ts'
import { devicesHolding } from '../devices/device-reports.ts'
import { summariseOrders } from '../edits/store.ts'
import { ITEM_ROW_SQL, presentOrder, SUBITEM_ROW_SQL } from './present.ts'
import { lockOpenOrders, type LockedOrder } from './lock.ts'
import { moveRequests } from './requests.ts'

/** The longest note of an order (A271). */
const MOST_NOTE_CHARACTERS = 2_000

/** Locks all orders, which must be of one location. An error names every wrong order at once. */
async function lockAll(
  client: pg.ClientBase,
  person: Person,
  base: number,
  others: readonly number[],
): Promise<{ base: LockedOrder; others: LockedOrder[] }> {
  const rows = await lockOpenOrders(client, person, [base, ...others])
  const found = new Map(rows.map((row) => [row.id, row]))
  const into = found.get(base)!
  const elsewhere = rows.filter((row) => row.company_location_id !== into.company_location_id)
  if (elsewhere.length > 0)
    throw new Problem(
      409,
      elsewhere.map(({ id }) => `Order ${id} is for another location than order ${base}.`).join('\n'),
    )
  return { base: into, others: others.map((id) => found.get(id)!) }
}

/**
 * Throws 409 where a device reports that it still holds edits of one of these orders, unless confirmed (decision 0012).
 */
async function mustHaveAll(
  context: Context,
  client: pg.ClientBase,
  orders: readonly number[],
  isConfirmed: boolean,
): Promise<void> {
  if (isConfirmed) return
  const holding = []
  for (const id of orders) {
    const devices = await devicesHolding(client, id, context.clock())
    if (devices.length > 0) holding.push({ sentence: holdingSentence(id, devices), devices })
  }
  if (holding.length > 0)
    throw new Problem(409, holding.map(({ sentence }) => sentence).join('\n'), {
      code: 'unsent_edits',
      devices: holding.flatMap(({ devices }) => devices),
    })
}

/** The columns of a line that others were added to, with their types. */
const GROWN = {
  bin_override: 'text',
  picked: 'boolean',
  scanned: 'boolean',
  ignore_missing_items: 'boolean',
  admin_added: 'boolean',
  lot_tracked: 'boolean',
  coupon_amount: 'numeric',
  coupon_note: 'text',
  units_ordered: 'int',
  cases_ordered: 'int',
  units_originally_ordered: 'int',
  cases_originally_ordered: 'int',
  unit_quantity: 'int',
  case_quantity: 'int',
  estimated_price: 'numeric',
  final_price: 'numeric',
} as const satisfies Partial<Record<keyof OrderItemRow, string>>
const GROWN_NAMES = Object.keys(GROWN) as (keyof typeof GROWN)[]

/** Moves, adds up and removes the lines of `others`. Their pieces and their history move with them. */
async function mergeItems(client: pg.ClientBase, base: number, others: readonly number[]): Promise<void> {
  const all = [base, ...others]
  const items = await queryRows(
    client,
    OrderItemRow,
    `${ITEM_ROW_SQL} where i.order_id = any($1::int[]) order by i.order_id, i.id`,
    [all],
  )
  const pieces = await queryRows(
    client,
    OrderSubitemRow,
    `${SUBITEM_ROW_SQL} where s.order_id = any($1::int[]) order by s.id`,
    [all],
  )
  const piecesOf = new Map<string, OrderSubitemRow[]>()
  for (const piece of pieces)
    piecesOf.set(piece.order_item, [...(piecesOf.get(piece.order_item) ?? []), piece])
  const { moved, grown, into } = mergeLines(
    items.filter(({ order }) => order === base),
    items.filter(({ order }) => order !== base),
    (id) => piecesOf.get(id) ?? [],
  )
  const gone = [...into.keys()]
  const left = [...into.values()]
  await client.query('update order_items set order_id = $1 where id = any($2::uuid[])', [
    base,
    moved.map(({ id }) => id),
  ])
  await client.query(
    `update order_subitems s set order_id = $1, order_item_id = coalesce(m.line, s.order_item_id)
       from (select p.id, f.line from order_subitems p
               left join unnest($3::uuid[], $4::uuid[]) as f(gone, line) on f.gone = p.order_item_id
              where p.order_id = any($2::int[])) m
      where s.id = m.id`,
    [base, others, gone, left],
  )
  await client.query(
    `update order_items t set ${GROWN_NAMES.map((name) => `${name} = r.${name}`).join(', ')}
       from json_to_recordset($1::json) as r(id uuid, ${GROWN_NAMES.map((name) => `${name} ${GROWN[name]}`).join(', ')})
      where t.id = r.id`,
    [JSON.stringify(grown)],
  )
  // Billing at the average was confirmed for each line by itself. The sum keeps the confirmation only where
  // every one of its lines has it, else the server asks again (docs/decisions/0126).
  await client.query(
    `update order_items t set billed_at_average = false
      where t.billed_at_average and exists (
        select from unnest($1::uuid[], $2::uuid[]) as f(gone, line) join order_items g on g.id = f.gone
         where f.line = t.id and not g.billed_at_average)`,
    [gone, left],
  )
  // A merged line's id refers to the surviving line, also where that one is merged into a third.
  await client.query(
    `update merged_lines m set into_id = f.line from unnest($1::uuid[], $2::uuid[]) as f(gone, line)
      where m.into_id = f.gone`,
    [gone, left],
  )
  await client.query('insert into merged_lines (id, into_id) select * from unnest($1::uuid[], $2::uuid[])', [
    gone,
    left,
  ])
  await client.query('delete from order_items where id = any($1::uuid[])', [gone])
  // A credit goes where its line goes (readings, "Credits and their order").
  await client.query(
    `update invoice_credits c set of_order = case when c.of_order = any($2::int[]) then $1 else c.of_order end,
            order_id = case when c.order_id = any($2::int[]) then $1 else c.order_id end,
            item_id = coalesce((select f.line from unnest($3::uuid[], $4::uuid[]) as f(gone, line) where f.gone = c.item_id), c.item_id)
      where c.of_order = any($2::int[]) or c.order_id = any($2::int[])`,
    [base, others, gone, left],
  )
  await client.query(
    `update mutations m set order_id = $1,
            entity_id = case when m.entity = 'orderitems' then coalesce(own.line, m.entity_id) else m.entity_id end,
            body = case when part.line is null then m.body else jsonb_set(m.body, '{order_item}', to_jsonb(part.line)) end
       from mutations o
       left join unnest($3::text[], $4::text[]) as own(gone, line) on own.gone = o.entity_id
       left join unnest($3::text[], $4::text[]) as part(gone, line) on part.gone = o.body ->> 'order_item'
      where o.user_id = m.user_id and o.id = m.id
        and o.order_id = any($2::int[]) and o.entity in ('orderitems', 'ordersubitems')`,
    [base, others, gone, left],
  )
}

/** Merges orders; with a key once, however often the call comes. */
async function mergeOrders(
  context: Context,
  person: Person,
  { base_order, orders_to_merge, confirm_unsent = false }: MergeOrders,
  keyed: KeyedCall,
): Promise<void> {
  const others = [...new Set(orders_to_merge)].sort((a, b) => a - b)
  const moved = new Set<number>()
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      const orders = await lockAll(client, person, base_order, others)
      await mustHaveAll(context, client, others, confirm_unsent)
      const note = mergedNote([orders.base, ...orders.others].map((order) => order.note))
      if (note.length > MOST_NOTE_CHARACTERS)
        throw new Problem(
          409,
          `The notes of these orders together have more than ${MOST_NOTE_CHARACTERS} characters. Shorten one first.`,
        )
      await mergeItems(client, base_order, others)
      await client.query('update orders set note = $2 where id = $1 and note <> $2', [base_order, note])
      // Orders that were placed together may have met the same change: it is stored once.
      await client.query(
        `update orders b set price_changes = m.changes
           from (select jsonb_agg(change order by n) as changes
                   from (select distinct on (change) change, n
                           from (select c.change, row_number() over (order by o.id <> $1, o.id, c.n) as n
                                   from orders o cross join jsonb_array_elements(o.price_changes) with ordinality as c(change, n)
                                  where o.id = $1 or o.id = any($2::int[])) listed
                          order by change, n) each_once) m
          where b.id = $1 and b.price_changes is distinct from coalesce(m.changes, '[]')`,
        [base_order, others],
      )
      // Readings, "Merged late fee": the highest decided fee stays.
      await client.query(
        `update orders b set late_fee = m.fee from (select max(late_fee) as fee from orders where id = $1 or id = any($2::int[])) m
          where b.id = $1 and b.late_fee is distinct from m.fee`,
        [base_order, others],
      )
      // A confirmation that still waits shows the order as it is when the mail is sent.
      await client.query('update mails set order_id = $1 where order_id = any($2::int[])', [
        base_order,
        others,
      ])
      // A merged order that was unlocked before had an invoice of its own, whose history now has the base
      // order's number.
      await client.query(
        `update invoice_history set order_id = $1, of_order = coalesce(of_order, order_id)
          where order_id = any($2::int[])`,
        [base_order, others],
      )
      // Exported invoices are in the books already, also under the other number.
      await client.query(
        `update invoice_exports set order_id = $1, of_order = coalesce(of_order, order_id)
          where order_id = any($2::int[])`,
        [base_order, others],
      )
      // Failed attempts to pay, and held money, move to the base order, also if the money pays another order by now.
      await client.query(
        `update payments set order_id = case when order_id = any($2::int[]) then $1 else order_id end,
                came_for = case when came_for = any($2::int[]) then $1 else came_for end
          where order_id = any($2::int[]) or came_for = any($2::int[])`,
        [base_order, others],
      )
      // A merged order's number refers to the surviving order, also where that one is merged into a third.
      await client.query('update merged_orders set into_id = $1 where into_id = any($2::int[])', [
        base_order,
        others,
      ])
      await client.query('insert into merged_orders (id, into_id) select unnest($2::int[]), $1::int', [
        base_order,
        others,
      ])
      await moveRequests(client, base_order, others)
      await client.query('delete from orders where id = any($1::int[])', [others])
      await summariseOrders(client, [base_order])
      moved.add(orders.base.company_id)
      return String(base_order)
    }),
  )
  if (moved.size === 0) return
  context.log.info({ person: person.id, base_order, orders_to_merge: others }, 'orders were merged')
  context.announcer.announce(moved)
}

export const mergeRoutes: Routes = async (app, context) => {
  app.post(
    '/mergeorders',
    {
      onRequest: app.mayDo('orders.merge', 'Only the office may merge orders.'),
      config: KEYED,
      schema: {
        tags: ['orders'],
        summary: 'Make orders of one location one: the items of all go into the base order',
        body: MergeOrders,
        response: { 200: OrderRow },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      await mergeOrders(context, person, body, keyedCall(request, reply))
      return sendRow(reply, await presentOrder(context, body.base_order), 'order')
    },
  )
}
