/** Staged orders (A303, B227–B231): one shared cart a location, for its company's people and the office. */
import type pg from 'pg'
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import { StagedClear, StagedItem, StagedItemCreate, StagedItemPatch } from '#contract/ordering/staged.ts'
import { companyOf } from '../platform/scope.ts'
import { transaction } from '../platform/context.ts'
import { jsonRow, sendJson, sendList } from '../platform/json.ts'
import { keyedCall, once } from '../platform/keyed.ts'
import { notFound, wrongField } from '../platform/problem.ts'
import { flag, numberText, paged, paging, type Routes } from '../platform/routes.ts'
import { customerProducts } from '../products/present.ts'

const STAGED_SQL = `
  select s.id, s.upc, s.company_location_id as company_location, s.unit_quantity, s.case_quantity
    from shared_cart_items s`

/** Of one's own company's locations; $n is the company, null for no limit. */
const mine = (company: string) =>
  `(${company}::int is null or s.company_location_id in (select id from company_locations where company_id = ${company}))`

/** The location and the product must be there, for this person. */
async function mustBeOffered(client: pg.ClientBase, person: Person, item: StagedItemCreate): Promise<void> {
  const company = companyOf(person)
  const { rows } = await client.query<{ location: boolean; product: boolean }>(
    `select exists (select from company_locations
                     where id = $1 and active and ($3::int is null or company_id = $3)) as location,
            exists (select from products p where p.upc = $2 and p.active
                      and ($3::int is null or p.upc in (${customerProducts('$3')}))) as product`,
    [item.company_location, item.upc, company],
  )
  const found = rows[0]!
  if (!found.location) throw wrongField('company_location', 'is not a location')
  if (!found.product) throw wrongField('upc', 'is not a product to order')
}

/** B229. With `force_add` the quantities are added to what is staged of the product; without it a second row is refused. */
async function stage(
  client: pg.ClientBase,
  person: Person,
  item: StagedItemCreate,
  forceAdd: boolean,
): Promise<string> {
  await mustBeOffered(client, person, item)
  const { rows } = await client.query<{ id: number }>(
    `insert into shared_cart_items as s (company_location_id, upc, unit_quantity, case_quantity)
       values ($1, $2, $3, $4)
       on conflict (company_location_id, upc) do ${
         forceAdd
           ? `update set unit_quantity = least(s.unit_quantity + excluded.unit_quantity, 1000000),
                         case_quantity = least(s.case_quantity + excluded.case_quantity, 1000000)`
           : 'nothing'
       } returning id`,
    [item.company_location, item.upc, item.unit_quantity, item.case_quantity],
  )
  if (!rows[0]) throw wrongField('upc', 'is in the staged order already')
  return String(rows[0].id)
}

export const stagedRoutes: Routes = async (app, { pool }) => {
  const onRequest = app.mayDo('orders.place', 'Your role may not place orders.')
  const about = (summary: string) => ({ tags: ['ordering'], summary })
  const params = z.object({ id: numberText })
  const one = (person: Person, id: number) =>
    jsonRow(pool, 'one staged item', `${STAGED_SQL} where s.id = $1::int and ${mine('$2')}`, [
      id,
      companyOf(person),
    ])

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
      const where = `where ${mine('$1')} and ($2::int is null or s.company_location_id = $2)`
      return sendList(reply, pool, {
        name: 'staged items',
        select: `${STAGED_SQL} ${where} order by s.id`,
        count: `select 1 from shared_cart_items s ${where}`,
        values: [companyOf(person), query.company_location_id ?? null],
        paging: query,
      })
    },
  )

  app.post(
    '/sharedcartitems',
    {
      onRequest,
      schema: {
        ...about('Put a product into the staged order of a location'),
        querystring: z.object({ force_add: flag.optional() }),
        body: StagedItemCreate,
        response: { 201: StagedItem },
      },
    },
    async (request, reply) => {
      const { person, body, query } = request
      const keyed = keyedCall(request, reply)
      const id = await transaction(pool, (client) =>
        once(client, person, keyed, () => stage(client, person, body, query.force_add ?? false)),
      )
      // Done before, perhaps when the caller belonged to somebody else.
      const json = await one(person, Number(id))
      if (!json) throw notFound('staged item')
      return sendJson(reply, json, 201) as never
    },
  )

  app.patch(
    '/sharedcartitems/:id',
    {
      onRequest,
      schema: {
        ...about('Change the quantities of a staged product'),
        params,
        body: StagedItemPatch,
        response: { 200: StagedItem },
      },
    },
    async ({ person, params: { id }, body }, reply) => {
      const { rowCount } = await pool.query(
        `update shared_cart_items s set unit_quantity = coalesce($3, unit_quantity),
                case_quantity = coalesce($4, case_quantity) where s.id = $2 and ${mine('$1')}`,
        [companyOf(person), id, body.unit_quantity ?? null, body.case_quantity ?? null],
      )
      if (rowCount === 0) throw notFound('staged product')
      return sendJson(reply, (await one(person, id)) ?? '{}') as never
    },
  )

  app.delete(
    '/sharedcartitems/:id',
    { onRequest, schema: { ...about('Take a product out of the staged order'), params } },
    async ({ person, params: { id } }, reply) => {
      const { rowCount } = await pool.query(
        `delete from shared_cart_items s where s.id = $2 and ${mine('$1')}`,
        [companyOf(person), id],
      )
      if (rowCount === 0) throw notFound('staged product')
      return reply.code(204).send()
    },
  )

  app.post(
    '/sharedcartclear',
    { onRequest, schema: { ...about('Empty the staged order of a location'), body: StagedClear } },
    async ({ person, body }, reply) => {
      const { rowCount } = await pool.query(
        'select from company_locations where id = $1 and ($2::int is null or company_id = $2)',
        [body.company_location_id, companyOf(person)],
      )
      if (rowCount === 0) throw wrongField('company_location_id', 'is not a location')
      await pool.query('delete from shared_cart_items where company_location_id = $1', [
        body.company_location_id,
      ])
      return reply.code(204).send()
    },
  )
}
