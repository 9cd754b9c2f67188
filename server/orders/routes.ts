/** The calls of A §7 about orders, their items and pieces. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { OrderItem, OrderRow, OrderSubitem } from '#contract/orders/schema.ts'
import { Day, Id, RowId } from '#contract/values.ts'
import {
  ItemCreate,
  ItemPatch,
  OrderPatch,
  SubitemCreate,
  SubitemPatch,
} from '#contract/orders/edit-bodies.ts'
import { PlaceOrder } from '#contract/orders/place.ts'
import { can } from '#contract/permissions.ts'
import { v7, v8 } from '../platform/auth/uuid.ts'
import type { Context } from '../platform/context.ts'
import { filtersOf, patternsOf, searchText } from '../platform/filters.ts'
import { jsonRow, sendJson, sendList, sendRow } from '../platform/json.ts'
import { notFound, Problem } from '../platform/problem.ts'
import {
  describedBy,
  flag,
  IdParams,
  numberText,
  ordering,
  paged,
  paging,
  repeated,
  routesOf,
  type App,
  type Routes,
} from '../platform/routes.ts'
import { answering, GATHERED, runCall } from '../edits/plain-call.ts'
import { idempotencyKey } from '../platform/keyed.ts'
import { deleteOrder, unlockOrder } from './commands.ts'
import { orderMissing } from './lock.ts'
import {
  itemDetailSql,
  itemSql,
  leftOf,
  orderListSql,
  orderSqlFor,
  presentOrder,
  SUBITEM_SQL,
} from './present.ts'
import { companyOf, ofCompany } from '../platform/scope.ts'

const ORDERINGS = [
  'id',
  'company',
  'customer',
  'status',
  'created_date',
  'delivery_date',
  'total',
  'invoice_total',
  'picking_complete',
  'paid_status',
  'picker',
] as const

/** Orders that still need a picker. */
const UNASSIGNED_SQL = 'o.picker_id is null and not o.picking_complete and not o.invoiced'

/** Answers are JSON from PostgreSQL: the schema documents them, and the flow tests check them. */
const order = { tags: ['orders'] }

export const orderRoutes = routesOf(addOrderReadRoutes, addOrderWriteRoutes)

function addOrderReadRoutes(app: App, context: Context): void {
  const { pool } = context

  app.get(
    '/orders',
    {
      schema: {
        ...order,
        summary: 'Orders, newest delivery first; paged, or all with no_page=1',
        querystring: z.object({
          ...paging,
          start_date: Day.optional(),
          end_date: Day.optional(),
          search: searchText,
          status: OrderRow.shape.status.optional(),
          filter_paid: flag.optional(),
          picker: z.string().max(150).optional(),
          unassigned: flag.optional(),
          /** B238: for callers that need the ship-to, which every order carries. */
          include_company_location_addresses: flag.optional(),
          ordering: ordering(ORDERINGS).optional(),
        }),
        response: { 200: paged(OrderRow) },
      },
    },
    async ({ person, query }, reply) => {
      const { start_date, end_date, status, filter_paid, ordering: order = '-delivery_date' } = query
      const company = companyOf(person)
      const seesPicker = company === null
      const filters = filtersOf(
        {
          company: ['o.company_id = $', company],
          from: ['o.delivery_date >= $::date', start_date],
          to: ['o.delivery_date <= $::date', end_date],
          paid: [`o.paid_status in ('p', 'e')`, filter_paid],
          status: ['o.status = $', status],
          picker: [
            'o.picker_id = (select u.id from users u where u.username = $)',
            seesPicker ? query.picker : null,
          ],
          unassigned: [UNASSIGNED_SQL, seesPicker && query.unassigned],
        },
        ['s.search ilike $', patternsOf(query.search)],
      )
      return sendList(reply, context, {
        name: filters.nameOf(`orders ${order}`),
        ...orderListSql(order, filters, seesPicker),
        values: filters.values,
        paging: query,
      })
    },
  )

  app.get(
    '/orders/:id',
    {
      schema: { ...order, summary: 'One order', params: IdParams, response: { 200: OrderRow } },
    },
    async ({ person, params }, reply) => {
      const json = await jsonRow(
        pool,
        'order',
        `${orderSqlFor('$2')} where o.id = $1::int and ${ofCompany('$2', 'o')}`,
        [params.id, companyOf(person)],
      )
      if (!json) throw await orderMissing(pool, person, params.id)
      return sendJson(reply, json)
    },
  )
}

function addOrderWriteRoutes(app: App, context: Context): void {
  app.post(
    '/orders',
    {
      config: answering(201, OrderRow),
      schema: { ...order, summary: 'Place an order', body: describedBy(PlaceOrder) },
    },
    (request, reply) =>
      runCall(context, request, reply, {
        entity: 'orders',
        method: 'POST',
        id: newId(request),
        body: request.body,
      }),
  )

  app.patch(
    '/orders/:id',
    {
      config: { ...answering(200, OrderRow), ...GATHERED },
      schema: {
        ...order,
        summary: 'Change delivery_date, placed_date, note or picker',
        params: IdParams,
        body: describedBy(OrderPatch),
      },
    },
    (request, reply) =>
      runCall(context, request, reply, {
        entity: 'orders',
        method: 'PATCH',
        id: String(request.params.id),
        body: request.body,
      }),
  )

  app.delete(
    '/orders/:id',
    {
      schema: {
        ...order,
        summary: 'Delete an order; 409 `exported` asks for `confirm_exported`',
        params: IdParams,
        querystring: z.object({ confirm_exported: flag.optional() }),
        response: { 204: z.null() },
      },
    },
    async ({ person, params, query }, reply) => {
      await deleteOrder(context, person, params.id, query)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/orders/:id/unlock',
    {
      schema: {
        ...order,
        summary:
          'Delete the invoice and make the order editable again; 409 `exported` asks for `confirm_exported`',
        params: IdParams,
        body: z.strictObject({ confirm_exported: z.boolean().optional() }).nullish(),
        response: { 200: OrderRow },
      },
    },
    async ({ person, params, body }, reply) => {
      await unlockOrder(context, person, params.id, body ?? {})
      return sendRow(reply, await presentOrder(context, params.id), 'order')
    },
  )
}

const orders = repeated(numberText.pipe(Id))
const listQuery = z.object({ ...paging, order: orders, product_detail: flag.optional() })

/**
 * Returns the row's id: the caller's where it sends one, else a new one. A call with an idempotency key always gets the
 * same id, or its repetition would be another call.
 */
function newId(request: FastifyRequest): string {
  const id = (request.body as { id?: unknown } | null)?.id
  if (id === undefined) {
    const key = idempotencyKey(request)
    return key === null ? v7(Date.now()) : v8(`${request.person.id} ${key}`)
  }
  const parsed = RowId.safeParse(id)
  if (!parsed.success) throw new Problem(400, 'id: must be a UUID', { id: 'must be a UUID' })
  return parsed.data
}

const ROW = {
  orderitems: {
    what: 'item',
    schema: OrderItem,
    create: ItemCreate,
    patch: ItemPatch,
    select: itemSql,
    table: 'i',
    rows: 'order_items',
  },
  ordersubitems: {
    what: 'piece',
    schema: OrderSubitem,
    create: SubitemCreate,
    patch: SubitemPatch,
    select: () => SUBITEM_SQL,
    table: 's',
    rows: 'order_subitems',
  },
} as const

type RowEntity = keyof typeof ROW

const RowParams = z.object({ id: z.string() })

/** Throws 404 for a malformed id, as for an unknown one, without asking the database. */
function rowId(id: string, what: string): string {
  if (!RowId.safeParse(id).success) throw notFound(what)
  return id.toLowerCase()
}

/** Items and pieces have the same five calls. */
export const orderRowRoutes: Routes = async (app, context) => {
  for (const entity of ['orderitems', 'ordersubitems'] as const) {
    addRowReadRoutes(app, context, entity)
    addRowWriteRoutes(app, context, entity)
  }
}

function addRowReadRoutes(app: App, context: Context, entity: RowEntity): void {
  const { what, schema, select, table, rows } = ROW[entity]
  app.get(
    `/${entity}`,
    {
      schema: {
        ...order,
        summary: `The ${what}s of one or more orders`,
        querystring: listQuery,
        response: { 200: paged(schema) },
      },
    },
    async ({ person, query }, reply) => {
      const ids = [...new Set(query.order)]
      // Nearly all calls name one order. For those PostgreSQL keeps its plan; for a list it plans each time.
      const [is, named] = ids.length === 1 ? ['= $1::int', ids[0]] : ['= any($1::int[])', ids]
      const where = `where ${table}.order_id ${is}`
      const stock = can(person, 'stock.numbers')
      const detailed = entity === 'orderitems' && query.product_detail === true
      return sendList(reply, context, {
        name: `${entity} ${is}${detailed ? ' detailed' : ''}${stock ? ' stock' : ''}`,
        select: detailed ? itemDetailSql(where, stock) : `${select(stock)} ${where} order by ${table}.id`,
        count: `select 1 from ${rows} where order_id ${is} and ($2::int is null or true) and $3::int > 0`,
        guard: {
          holds: `(select count(*) from orders where id ${is} and ${ofCompany('$2')}) = $3::int`,
          otherwise: () => notFound('order'),
        },
        values: [named, companyOf(person), ids.length],
        paging: query,
      })
    },
  )
  app.get(
    `/${entity}/:id`,
    {
      schema: { ...order, summary: `One ${what}`, params: RowParams, response: { 200: schema } },
    },
    async ({ person, params: { id } }, reply) => {
      const stock = can(person, 'stock.numbers')
      return sendRow(
        reply,
        await jsonRow(
          context.pool,
          `one ${entity}${stock ? ' stock' : ''}`,
          `${select(stock)} join orders o on o.id = ${table}.order_id
          where ${table}.id = ${leftOf('$1::uuid')} and ${ofCompany('$2', 'o')}`,
          [rowId(id, what), companyOf(person)],
        ),
        what,
      )
    },
  )
}

function addRowWriteRoutes(app: App, context: Context, entity: RowEntity): void {
  const { what, schema, create, patch } = ROW[entity]
  app.post(
    `/${entity}`,
    {
      config: answering(201, schema),
      schema: { ...order, summary: `Add an ${what}`, body: describedBy(create) },
    },
    (request, reply) =>
      runCall(context, request, reply, {
        entity,
        method: 'POST',
        id: newId(request),
        body: request.body,
      }),
  )
  app.patch(
    `/${entity}/:id`,
    {
      config: { ...answering(200, schema), ...GATHERED },
      schema: { ...order, summary: `Change an ${what}`, params: RowParams, body: describedBy(patch) },
    },
    (request, reply) =>
      runCall(context, request, reply, {
        entity,
        method: 'PATCH',
        id: rowId(request.params.id, what),
        body: request.body,
      }),
  )
  app.delete(
    `/${entity}/:id`,
    { config: answering(204), schema: { ...order, summary: `Remove an ${what}`, params: RowParams } },
    (request, reply) =>
      runCall(context, request, reply, {
        entity,
        method: 'DELETE',
        id: rowId(request.params.id, what),
        body: null,
      }),
  )
}
