/** One search over orders, customers and products, for who knows what they look for (Ctrl+K; decision 0120). */
import { z } from 'zod'
import { can } from '#contract/permissions.ts'
import { Found, SEARCH_SHOWN } from '#contract/search.ts'
import { SEARCHED_ORDERS } from '../orders/present.ts'
import { jsonList, sendJson } from '../platform/json.ts'
import { pattern, wordsOf, type Routes } from '../platform/routes.ts'
import { companyOf } from '../platform/scope.ts'

/**
 * Of a company, or of all: $1 are the words' patterns, $2 is the longest word's, by which the index finds few rows. What comes first is
 * delivered last.
 */
const ordersSql = (ofCompany: boolean) => `
  select o.id, coalesce(u.username, '') as customer, o.delivery_date,
         json_build_object('id', l.id, 'name', l.name,
           'physical_address', json_build_object('complete_address', l.complete_address)) as company_location
    from ${SEARCHED_ORDERS}
    join company_locations l on l.id = o.company_location_id
    left join users u on u.id = o.customer_id
   where s.search ilike $2 and concat_ws(' ', o.id, u.username, l.name) ilike all($1::text[])
     ${ofCompany ? 'and o.company_id = $3' : ''}
   order by o.delivery_date desc, o.id desc limit ${SEARCH_SHOWN}`

const CUSTOMERS_SQL = `
  select l.id, l.name from company_locations l
   where l.name ilike all($1::text[]) order by l.name, l.id limit ${SEARCH_SHOWN}`

/** $2 is the longest word's pattern: the trigram index finds few rows by it, of which each holds the other words too or not. */
const PRODUCTS_SQL = `
  select p.upc, p.name, p.size from products p
   where p.search ilike $2 and p.search ilike all($1::text[]) and p.active
   order by p.upc = $3 desc, p.name, p.upc limit ${SEARCH_SHOWN}`

export const searchRoutes: Routes = async (app, { reader }) => {
  app.get(
    '/search',
    {
      schema: {
        tags: ['search'],
        summary: 'A few orders, customers and products that hold every word',
        querystring: z.object({ q: z.string().trim().min(1).max(100) }),
        response: { 200: Found },
      },
    },
    async ({ person, query: { q } }, reply) => {
      const words = wordsOf(q)
      const patterns = words.map(pattern)
      const longest = words.reduce((one, other) => (other.length > one.length ? other : one))
      const pool = reader.pool()
      const company = companyOf(person)
      const [orders, customers, products] = await Promise.all([
        jsonList(pool, null, ordersSql(company !== null), [
          patterns,
          pattern(longest),
          ...(company === null ? [] : [company]),
        ]),
        can(person, 'customers.write') ? jsonList(pool, 'search customers', CUSTOMERS_SQL, [patterns]) : '[]',
        can(person, 'catalogue.links')
          ? jsonList(pool, null, PRODUCTS_SQL, [patterns, pattern(longest), q])
          : '[]',
      ])
      return sendJson(reply, `{"orders":${orders},"customers":${customers},"products":${products}}`) as never
    },
  )
}
