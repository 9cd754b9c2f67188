/** Who did what to the items of an order, and who works on them now. */
import { z } from 'zod'
import { OTHERS_MINUTES, OthersChange } from '#contract/orders/others.ts'
import { can } from '#contract/permissions.ts'
import { AuditLine } from '#contract/sync/devices.ts'
import { Id, RowId } from '#contract/values.ts'
import { ofRow } from '../edits/outcomes.ts'
import { jsonList, secondSql, sendJson } from '../platform/json.ts'
import { forbidden, notFound } from '../platform/problem.ts'
import { IdParams, numberText, repeated, type Routes } from '../platform/routes.ts'
import { queryRow } from '../platform/rows.ts'
import { companyOf, mustSeeOrders, ofCompany } from '../platform/scope.ts'
import { leftOf } from './present.ts'

const order = { tags: ['orders'] }

const AUDIT_LINES = `
  select m.at, m.made_at, u.username, b.username as brought_by, m.device_id, n.name as device_name, m.entity, m.method, m.body, m.raw_scan,
         m.reason, m.outcome
    from mutations m join users u on u.id = m.user_id left join users b on b.id = m.brought_by
         left join device_names n on n.device_id = m.device_id`

/** Everything that was ever done to an item and its pieces, oldest first: who, when, on which device, by which scan. */
const AUDIT_SQL = `${AUDIT_LINES}
   where (m.entity = 'orderitems' and ${ofRow('m', '$1::text')})
      or (m.entity = 'ordersubitems' and m.order_id = $2::int
          and (m.body ->> 'order_item' = $1::text
               or m.entity_id in (select s.id::text from order_subitems s where s.order_item_id = $1::uuid)
               -- A deleted piece is known by the edit that recorded it.
               or m.entity_id in (select made.entity_id from mutations made
                                   where made.entity = 'ordersubitems' and made.order_id = $2::int
                                     and made.body ->> 'order_item' = $1::text)))
   order by m.at, m.id`

/** The same for an order itself: how it was placed, its days, its note and its picker. */
const ORDER_AUDIT_SQL = `${AUDIT_LINES}
   where m.entity = 'orders' and m.order_id = $1::int
   order by m.at, m.id`

/**
 * The last change of each line of the orders `$1` since `$2`, where another user than the person `$3` made it. An edit
 * of a piece counts as one of its line.
 */
const OTHERS_SQL = `
  select last.item, u.username, ${secondSql('last.at')} as at
    from (select distinct on (item) item, user_id, at
            from (select case m.entity when 'orderitems' then m.entity_id
                              else coalesce(m.body ->> 'order_item', (select s.order_item_id::text from order_subitems s
                                                                        where s.order_id = m.order_id and s.id = m.entity_id::uuid),
                                            -- A deleted piece is known by the edit that recorded it.
                                            (select made.body ->> 'order_item' from mutations made
                                              where made.entity = 'ordersubitems' and made.body ->> 'order_item' is not null
                                                and ${ofRow('made', 'm.entity_id')} limit 1))
                         end as item, m.user_id, m.at
                    from mutations m
                   where m.order_id = any($1::int[]) and m.entity in ('orderitems', 'ordersubitems') and m.outcome = 'applied'
                     and m.at > $2::timestamptz) edits
           where item is not null
           order by item, at desc) last
    join users u on u.id = last.user_id
   where last.user_id <> $3::int`

/** An item under its present id, and its order. */
const AuditedItem = z.object({ id: z.string(), order_id: z.number() })

export const auditRoutes: Routes = async (app, context) => {
  app.get(
    '/orders/:id/audit',
    {
      schema: {
        ...order,
        summary: 'Who changed the days, the note and the picker of an order',
        params: IdParams,
        response: { 200: z.array(AuditLine) },
      },
    },
    async ({ person, params: { id } }, reply) => {
      await mustSeeOrders(context.pool, person, [id])
      if (!can(person, 'orders.pick')) throw forbidden()
      return sendJson(reply, await jsonList(context.pool, 'order audit', ORDER_AUDIT_SQL, [id]))
    },
  )

  app.get(
    '/orderitems/:id/audit',
    {
      schema: {
        ...order,
        summary: 'Who did what to an item',
        params: z.object({ id: RowId }),
        response: { 200: z.array(AuditLine) },
      },
    },
    async ({ person, params }, reply) => {
      const item = await queryRow(
        context.pool,
        AuditedItem,
        `select i.id, i.order_id from order_items i join orders o on o.id = i.order_id
          where i.id = ${leftOf('$1::uuid')} and ${ofCompany('$2', 'o')}`,
        [params.id, companyOf(person)],
      )
      if (!item) throw notFound('item')
      if (!can(person, 'orders.pick')) throw forbidden()
      return sendJson(reply, await jsonList(context.pool, 'audit', AUDIT_SQL, [item.id, item.order_id]))
    },
  )

  app.get(
    '/orderitems/others',
    {
      schema: {
        ...order,
        summary: `Lines of orders that somebody else was the last to change, within ${OTHERS_MINUTES} minutes`,
        querystring: z.object({ order: repeated(numberText.pipe(Id)) }),
        response: { 200: z.array(OthersChange) },
      },
    },
    async ({ person, query }, reply) => {
      await mustSeeOrders(context.pool, person, query.order)
      if (!can(person, 'orders.pick')) throw forbidden()
      const since = new Date(context.clock().getTime() - OTHERS_MINUTES * 60_000)
      const list = await jsonList(context.pool, 'others', OTHERS_SQL, [query.order, since, person.id])
      return sendJson(reply, list)
    },
  )
}
