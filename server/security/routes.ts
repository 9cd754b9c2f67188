/** The call that reads what was written down (docs/decisions/0208). */
import { z } from 'zod'
import { SecurityEvent, SecurityEventKind } from '#contract/security/events.ts'
import { filtersOf, patternsOf, searchText } from '../platform/filters.ts'
import { instantSql, sendList } from '../platform/json.ts'
import { directed, ordering, paged, paging, type Routes } from '../platform/routes.ts'

const COLUMNS = ['at', 'kind', 'username', 'about', 'details', 'address', 'request_id']

export const securityRoutes: Routes = async (app, context) => {
  app.get(
    '/securityevents',
    {
      onRequest: app.mayDo('security.see', 'Only administrators read the security events.'),
      schema: {
        tags: ['security'],
        summary:
          'Sign-ins, refusals, and changes of passwords, rights, fees, prices and settings, newest first; paged, or all with no_page=1',
        querystring: z.object({
          ...paging,
          kind: SecurityEventKind.optional(),
          search: searchText,
          ordering: ordering(COLUMNS).optional(),
        }),
        response: { 200: paged(SecurityEvent) },
      },
    },
    async ({ query }, reply) => {
      const { where, nameOf, values } = filtersOf({ kind: ['e.kind = $', query.kind] }, [
        'e.search ilike $',
        patternsOf(query.search),
      ])
      const { column, direction } = directed(query.ordering ?? '-id')
      return sendList(reply, context, {
        name: nameOf(`security events ${column} ${direction}`),
        select: `select e.id::text, ${instantSql('e.at')} as at, e.kind, e.username, e.about,
                        e.details, e.address, e.request_id
                   from security_events e${where} order by e.${column} ${direction}, e.id desc`,
        count: `select from security_events e${where}`,
        values,
        paging: query,
      })
    },
  )
}
