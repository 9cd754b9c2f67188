/** One search over orders, customers and products, for who knows what they look for (Ctrl+K; decision 0120). */
import { z } from 'zod'
import { can } from '#contract/permissions.ts'
import { Found, SEARCH_SHOWN_HITS } from '#contract/search.ts'
import { SEARCHED_ORDERS } from '../orders/present.ts'
import { filtersOf, patternsOf } from '../platform/filters.ts'
import { jsonList, sendJson } from '../platform/json.ts'
import type { Routes } from '../platform/routes.ts'
import { companyOf } from '../platform/scope.ts'

/** Returns the SQL of the found orders, the last day of delivery first. @param where of `SEARCHED_ORDERS` */
const ordersSql = (where: string) => `
  select o.id, coalesce(u.username, '') as customer, o.delivery_date,
         json_build_object('id', l.id, 'name', l.name,
           'physical_address', json_build_object('complete_address', l.complete_address)) as company_location
    from ${SEARCHED_ORDERS}
    join company_locations l on l.id = o.company_location_id
    left join users u on u.id = o.customer_id${where}
   order by o.delivery_date desc, o.id desc limit ${SEARCH_SHOWN_HITS}`

const customersSql = (where: string) => `
  select l.id, l.name from company_locations l${where} order by l.name, l.id limit ${SEARCH_SHOWN_HITS}`

/** The product of which the text is the code comes first. @param upc number of the text among the values */
const productsSql = (where: string, upc: number) => `
  select p.upc, p.name, p.size from products p${where} order by p.upc = $${upc} desc, p.name, p.upc limit ${SEARCH_SHOWN_HITS}`

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
      const patterns = patternsOf(q)
      const ofOrders = filtersOf({ company: ['o.company_id = $', companyOf(person)] }, [
        's.search ilike $',
        patterns,
      ])
      const ofCustomers = filtersOf({}, ['l.name ilike $', patterns])
      const ofProducts = filtersOf({ active: ['p.active', true] }, ['p.search ilike $', patterns])
      const pool = reader.pool()
      const [orders, customers, products] = await Promise.all([
        jsonList(pool, null, ordersSql(ofOrders.where), ofOrders.values),
        can(person, 'customers.write')
          ? jsonList(pool, null, customersSql(ofCustomers.where), ofCustomers.values)
          : '[]',
        can(person, 'catalogue.links')
          ? jsonList(pool, null, productsSql(ofProducts.where, ofProducts.values.length + 1), [
              ...ofProducts.values,
              q,
            ])
          : '[]',
      ])
      return sendJson(reply, `{"orders":${orders},"customers":${customers},"products":${products}}`)
    },
  )
}
