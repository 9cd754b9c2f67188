/** The call that reads what was written down (docs/decisions/0208). */
import { z } from 'zod'
import { SecurityEvent, SecurityEventKind } from '#contract/security/events.ts'
import { filtersOf } from '../platform/filters.ts'
import { sendList } from '../platform/json.ts'
import { paged, paging, type Routes } from '../platform/routes.ts'

export const securityRoutes: Routes = async (app, context) => {
  app.get(
    '/securityevents',
    {
      onRequest: app.mayDo('security.see', 'Only administrators read the security events.'),
      schema: {
        tags: ['security'],
        summary:
          'Sign-ins, refusals, and changes of passwords, rights, fees, prices and settings, newest first; paged, or all with no_page=1',
        querystring: z.object({ ...paging, kind: SecurityEventKind.optional() }),
        response: { 200: paged(SecurityEvent) },
      },
    },
    async ({ query: { kind, ...paging } }, reply) => {
      const { where, nameOf, values } = filtersOf({ kind: ['e.kind = $', kind] })
      return sendList(reply, context, {
        name: nameOf('security events'),
        select: `select e.id::text, to_char(e.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.kind, e.username, e.about,
                        e.details, e.address, e.request_id
                   from security_events e ${where} order by e.id desc`,
        count: `select from security_events e ${where}`,
        values,
        paging,
      })
    },
  )
}
