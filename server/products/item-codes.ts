/** Item codes, listed and edited by the office (C302, B224). */
import { z } from 'zod'
import { ItemCode, ItemCodePatch, ListedItemCode } from '#contract/products/item-codes.ts'
import { filtersOf, phraseOf, searchText } from '../platform/filters.ts'
import { isStorable } from '../platform/storable.ts'
import { jsonRow, sendRow, sendSelected } from '../platform/json.ts'
import { notFound, wrongField } from '../platform/problem.ts'
import { MASTER_FIRST, masterUpc } from './present.ts'
import { flag, paged, paging, type Routes } from '../platform/routes.ts'

const MESSAGE = 'Only the house itself may see the catalogue.'

const FIELDS = `
         c.item_code, c.name, c.url,
         ${masterUpc('c.item_code')} as master_upc,
         coalesce((select json_agg(p.upc order by p.upc) from products p where p.item_code = c.item_code), '[]') as products,
         '[]'::json as override_products`
const ITEM_CODE_SQL = `select ${FIELDS} from item_codes c`

const LISTED_SQL = `
  select ${FIELDS}, coalesce(nullif(c.url, ''), m.url, '') as picture, m.unit_type, m.display_unit_price::text, m.display_case_price::text, m.combined_stock_level
    from item_codes c
    left join lateral (select * from products m where m.item_code = c.item_code order by ${MASTER_FIRST} limit 1) m on true`

/** C059: by name, by code, and by the UPC of a product; both tables have a trigram index on `search`. */
const FOUND_SQL = `
  c.search ilike $
     or c.item_code in (select p.item_code from products p where p.search ilike $ and p.upc ilike $)`

export const itemCodeRoutes: Routes = async (app, context) => {
  const { pool } = context
  const about = (summary: string) => ({ tags: ['catalogue'], summary })
  const params = z.object({ code: z.string().max(200) })
  const onRequest = app.mayDo('catalogue.see-all', MESSAGE)
  const one = (code: string) =>
    jsonRow(pool, 'one item code', `${ITEM_CODE_SQL} where c.item_code = $1::text`, [
      code.replaceAll('\0', ''),
    ])

  app.get(
    '/itemcodes',
    {
      onRequest,
      schema: {
        ...about('Item codes by name or code'),
        querystring: z.object({
          ...paging,
          search: searchText,
          // The lists of products and of item codes are asked for alike; an item code is neither.
          include_inactive: flag.optional(),
          include_nonprimary: flag.optional(),
        }),
        response: { 200: paged(ListedItemCode) },
      },
    },
    async ({ query }, reply) =>
      sendSelected(reply, context, {
        name: 'item codes',
        filters: filtersOf({}, [FOUND_SQL, phraseOf(query.search)]),
        sql: LISTED_SQL,
        from: 'item_codes c',
        order: 'c.name, c.item_code',
        paging: query,
      }),
  )

  app.get(
    '/itemcodes/:code',
    { onRequest, schema: { ...about('One item code'), params, response: { 200: ItemCode } } },
    async ({ params: { code } }, reply) => {
      return sendRow(reply, await one(code), 'item code')
    },
  )

  app.patch(
    '/itemcodes/:code',
    {
      onRequest: app.mayDo('catalogue.write', 'Only the office may change an item code.'),
      schema: {
        ...about('Change the name or the picture of an item code'),
        params,
        body: ItemCodePatch,
        response: { 200: ItemCode },
      },
    },
    async ({ params: { code }, body: { name = null, url = null } }, reply) => {
      for (const [field, text] of Object.entries({ name, url }))
        if (text !== null && !isStorable(text))
          throw wrongField(field, 'holds a character that cannot be stored')
      const { rowCount } = await pool.query(
        'update item_codes set name = coalesce($2, name), url = coalesce($3, url) where item_code = $1',
        [code.replaceAll('\0', ''), name, url],
      )
      if (rowCount === 0) throw notFound('item code')
      return sendRow(reply, await one(code), 'item code')
    },
  )
}
