/** What is asked of the security events. */
import type { SecurityEvent } from '#contract/security/events.ts'
import type { SecurityEventKind } from '#contract/security/kinds.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/spec.ts'
import type { PagesQuery } from '#src/kit/use-rows.ts'

type Answer = SecurityEvent[] | { count: number; results: SecurityEvent[] }

/** @param kind null for all */
export const eventsQuery = (kind: SecurityEventKind | null): PagesQuery<SecurityEvent> => ({
  queryKey: ['securityevents', { kind }],
  keyOf: ({ id }) => id,
  firstLimit: PAGE_SIZE_DEFAULT,
  async readPage(client, page, signal) {
    const answer = await client.api<Answer>('GET', 'securityevents', {
      query: { ...(kind && { kind }), ...(page === 'all' ? { no_page: 1 } : page) },
      signal,
    })
    return Array.isArray(answer)
      ? { rows: answer, total: answer.length }
      : { rows: answer.results, total: answer.count }
  },
})
