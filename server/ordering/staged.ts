/**
 * Staged orders (A303, B227–B231): one shared cart per location, for its company's people and the office. A change of
 * one is an edit like those of devices (docs/decisions/0113); these are the plain calls.
 */
import type pg from 'pg'
import { z } from 'zod'
import { MAY_NOT_ORDER } from '#contract/ordering/mutations.ts'
import {
  StagedClear,
  stagedId,
  StagedItem,
  StagedItemCreate,
  StagedItemPatch,
} from '#contract/ordering/staged.ts'
import type { Person } from '#contract/permissions.ts'
import { companyOf, orderingLocations, ofCompany } from '../platform/scope.ts'
import { transaction, type Context } from '../platform/context.ts'
import { sendList } from '../platform/json.ts'
import { KEYED, keyedCall, once } from '../platform/keyed.ts'
import { wrongField } from '../platform/problem.ts'
import { describedBy, flag, numberText, paged, paging, routesOf, type App } from '../platform/routes.ts'
import { queryRow } from '../platform/rows.ts'
import { answering, GATHERED, runCall } from '../edits/plain-call.ts'
import { STAGED_SQL, stagedAt, stagedBy } from './present.ts'

/** The company of a location whose row is locked. */
const StagingLocation = z.object({ company: z.number() })

/**
 * B227: empties a location's staged order. With an order, it takes out only what that order took, and nothing where the
 * order has taken it already. Returns the company whose devices are notified.
 */
async function clear(
  client: pg.ClientBase,
  person: Person,
  { company_location_id: location, order }: z.infer<typeof StagedClear>,
): Promise<number> {
  const company = companyOf(person)
  const at = await queryRow(
    client,
    StagingLocation,
    `select company_id as company from company_locations
      where id = $1 and ${ofCompany('$2')} and ($3::int[] is null or id = any($3))
        for no key update`,
    [location, company, await orderingLocations(client, person)],
  )
  if (!at) throw wrongField('company_location_id', 'is not a location')
  if (order === undefined) {
    await client.query(
      `update shared_cart_items set unit_quantity = 0, case_quantity = 0
        where company_location_id = $1 and unit_quantity + case_quantity > 0`,
      [location],
    )
    return at.company
  }
  const known = await client.query(`select from orders where id = $1 and ${ofCompany('$2')}`, [
    order,
    company,
  ])
  if (known.rowCount === 0) throw wrongField('order', 'is not an order')
  const { rowCount: isFirst } = await client.query(
    `insert into staged_takings (order_id, company_location_id, user_id) values ($1, $2, $3)
       on conflict (order_id) do nothing`,
    [order, location, person.id],
  )
  if (isFirst)
    await client.query(
      `update shared_cart_items s set unit_quantity = greatest(0, s.unit_quantity - o.units),
              case_quantity = greatest(0, s.case_quantity - o.cases)
         from (select product,
                      sum(case when original_product is null then units_originally_ordered else units_ordered end)::int as units,
                      sum(case when original_product is null then cases_originally_ordered else cases_ordered end)::int as cases
                 from order_items where order_id = $2 group by product) o
        where s.company_location_id = $1 and s.upc = o.product and s.unit_quantity + s.case_quantity > 0`,
      [location, order],
    )
  return at.company
}

const about = (summary: string) => ({ tags: ['ordering'], summary })

export const stagedRoutes = routesOf(addStagedListRoute, addStagedItemRoutes, addStagedClearRoute)

function addStagedListRoute(app: App, context: Context): void {
  const { pool } = context

  app.get(
    '/sharedcartitems',
    {
      schema: {
        ...about('The staged order of a location'),
        querystring: z.object({ ...paging, company_location_id: numberText.optional() }),
        response: { 200: paged(StagedItem) },
      },
    },
    async ({ person, query }, reply) => {
      const where = `where ${stagedBy('$1')} and ($2::int is null or s.company_location_id = $2)
                       and ${stagedAt('$3')}
                       and s.unit_quantity + s.case_quantity > 0`
      return sendList(reply, context, {
        name: 'staged items',
        select: `${STAGED_SQL} ${where} order by s.id`,
        count: `select 1 from shared_cart_items s ${where}`,
        values: [companyOf(person), query.company_location_id ?? null, await orderingLocations(pool, person)],
        paging: query,
      })
    },
  )
}

function addStagedItemRoutes(app: App, context: Context): void {
  const onRequest = app.mayDo('orders.place', MAY_NOT_ORDER)
  const params = z.object({ id: z.string().max(64) })
  const entity = 'sharedcartitems'

  app.post(
    '/sharedcartitems',
    {
      onRequest,
      config: answering(201, StagedItem),
      schema: {
        ...about('Put a product into the staged order of a location'),
        querystring: z.object({ force_add: flag.optional() }),
        body: describedBy(StagedItemCreate),
      },
    },
    (request, reply) => {
      const { data } = StagedItemCreate.safeParse(request.body)
      return runCall(context, request, reply, {
        entity,
        method: 'POST',
        id: data ? stagedId(data.company_location, data.upc) : '-',
        body: request.body,
        path: `sharedcartitems/${request.query.force_add ? '?force_add=True' : ''}`,
      })
    },
  )

  app.patch(
    '/sharedcartitems/:id',
    {
      onRequest,
      config: { ...answering(200, StagedItem), ...GATHERED },
      schema: {
        ...about('Change the quantities of a staged product'),
        params,
        body: describedBy(StagedItemPatch),
      },
    },
    (request, reply) =>
      runCall(context, request, reply, {
        entity,
        method: 'PATCH',
        id: request.params.id,
        body: request.body,
      }),
  )

  app.delete(
    '/sharedcartitems/:id',
    {
      onRequest,
      config: answering(204),
      schema: { ...about('Take a product out of the staged order'), params },
    },
    (request, reply) =>
      runCall(context, request, reply, { entity, method: 'DELETE', id: request.params.id, body: null }),
  )
}

function addStagedClearRoute(app: App, context: Context): void {
  app.post(
    '/sharedcartclear',
    {
      onRequest: app.mayDo('orders.place', MAY_NOT_ORDER),
      config: KEYED,
      schema: {
        ...about('Empty the staged order of a location'),
        body: StagedClear,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      const keyed = keyedCall(request, reply)
      let company: number | null = null
      await transaction(context.pool, (client) =>
        once(client, person, keyed, async () => {
          company = await clear(client, person, body)
          return null
        }),
      )
      if (company !== null) context.announcer.announce([company])
      return reply.code(204).send(null)
    },
  )
}
