/**
 * Recalls of lots (issue "The floor", docs/decisions/0016): every device is notified at once of what the office enters
 * here.
 */
import type { Person } from '#contract/permissions.ts'
import { RecalledLot, RecallLot } from '#contract/products/schema.ts'
import { z } from 'zod'
import { transaction, type Context } from '../platform/context.ts'
import { jsonRow, sendDone, sendRow, sendSelected } from '../platform/json.ts'
import { notFound, Problem } from '../platform/problem.ts'
import { IdParams, listing, type Routes } from '../platform/routes.ts'
import { IdRow, queryOnlyRow, queryRow } from '../platform/rows.ts'
import { RECALLED_LOT_SQL } from './present.ts'

const catalogue = { tags: ['catalogue'] }

/** A device receives a recall with its product, so the recall moves the product in the change feed. */
const TOUCH = 'update products set bin = bin where upc = $1'

/**
 * Recalls a lot and returns the recall's id. A lot that is recalled already keeps its row and takes the new note, unless
 * that is empty.
 */
async function recall(
  { pool, announcer }: Context,
  person: Person,
  { product, lot_code, note }: z.output<typeof RecallLot>,
): Promise<number> {
  const id = await transaction(pool, async (client) => {
    const touched = await client.query(TOUCH, [product])
    if (touched.rowCount === 0)
      throw new Problem(400, `product: there is no product ${product}`, { product: 'is not a product' })
    const { id: recalled } = await queryOnlyRow(
      client,
      IdRow,
      `insert into recalled_lots (product, lot_code, note, created_by) values ($1, $2, $3, $4)
         on conflict (product, upper(lot_code)) do update
           set note = coalesce(nullif(excluded.note, ''), recalled_lots.note) returning id`,
      [product, lot_code, note, person.id],
    )
    return recalled
  })
  announcer.announce(['house'])
  return id
}

/** The product of a withdrawn recall. */
const RecalledProduct = z.object({ product: z.string() })

async function takeBack({ pool, announcer }: Context, id: number): Promise<void> {
  await transaction(pool, async (client) => {
    const recalled = await queryRow(
      client,
      RecalledProduct,
      'delete from recalled_lots where id = $1 returning product',
      [id],
    )
    if (!recalled) throw notFound('recall')
    await client.query(TOUCH, [recalled.product])
  })
  announcer.announce(['house'])
}

export const recallRoutes: Routes = async (app, context) => {
  app.get(
    '/recalledlots',
    {
      onRequest: app.mayDo('orders.pick'),
      schema: listing(catalogue, 'Lots that must not go out, newest first', RecalledLot),
    },
    async ({ query }, reply) =>
      sendSelected(reply, context, {
        name: 'recalled lots',
        sql: RECALLED_LOT_SQL,
        from: 'recalled_lots',
        order: 'r.id desc',
        paging: query,
      }),
  )

  app.post(
    '/recalledlots',
    {
      onRequest: app.mayDo('lots.recall', 'Only the office may recall a lot.'),
      schema: { ...catalogue, summary: 'Recall a lot', body: RecallLot, response: { 201: RecalledLot } },
    },
    async ({ person, body }, reply) => {
      const id = await recall(context, person, body)
      return sendRow(
        reply,
        await jsonRow(context.pool, 'recalled lot', `${RECALLED_LOT_SQL} where r.id = $1`, [id]),
        'recall',
        201,
      )
    },
  )

  app.delete(
    '/recalledlots/:id',
    {
      onRequest: app.mayDo('lots.recall', 'Only the office may take a recall back.'),
      schema: {
        ...catalogue,
        summary: 'Take a recall back',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async ({ params }, reply) => sendDone(reply, takeBack(context, params.id)),
  )
}
