/** What is asked of the security events. */
import type { SecurityEvent } from '#contract/security/events.ts'
import type { SecurityEventKind } from '#contract/security/kinds.ts'
import { listQuery, type ListQuestion } from '#src/kit/list-query.ts'
import type { PagesQuery } from '#src/kit/use-rows.ts'

const keyOf = ({ id }: SecurityEvent) => id

/** The server's columns by those of the table. */
export const EVENT_ORDERINGS = {
  kind: 'kind',
  who: 'username',
  at: 'at',
  about: 'about',
  details: 'details',
  address: 'address',
  request: 'request_id',
}

/** @param kind null for all */
export const eventsQuery = (
  kind: SecurityEventKind | null,
  question: ListQuestion = {},
): PagesQuery<SecurityEvent> =>
  listQuery({
    path: 'securityevents',
    key: ['securityevents'],
    query: { ...(kind && { kind }), ...question },
    keyOf,
  })
