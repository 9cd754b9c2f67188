/** What is asked and changed of customers' requests (docs/decisions/0267). */
import { OrderRequest, type OrderRequestAnswer, type OrderRequestCreate } from '#contract/orders/requests.ts'
import type { Client } from '#src/api/client.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { z } from 'zod'

/** The key of all queries below begins with it. */
export const REQUESTS = ['orderrequests']
/** The most open requests that the office sees at a time. */
const OPEN_REQUESTS_SHOWN = 20

/** The requests about one order, newest first. */
export const requestsOf = (order: number): ServerQuery<OrderRequest[]> => ({
  queryKey: [...REQUESTS, order],
  isAskedAnew: true,
  read: (client, signal) =>
    client.api('GET', 'orderrequests', {
      query: { no_page: 1, order },
      schema: OrderRequest.array(),
      signal,
    }),
})

const OpenPage = z.object({ count: z.int(), results: OrderRequest.array() })
type OpenPage = z.infer<typeof OpenPage>

/** The oldest requests that wait for the office, and how many there are in all. */
export const OPEN_REQUESTS: ServerQuery<OpenPage> = {
  queryKey: [...REQUESTS, 'open'],
  isAskedAnew: true,
  read: (client, signal) =>
    client.api('GET', 'orderrequests', {
      query: { open: 1, limit: OPEN_REQUESTS_SHOWN },
      schema: OpenPage,
      signal,
    }),
}

export const askForChange = (
  client: Client,
  body: z.input<typeof OrderRequestCreate>,
  idempotencyKey: string,
) => client.api('POST', 'orderrequests', { body, idempotencyKey })

export const answerRequest = (
  client: Client,
  { id, ...body }: z.input<typeof OrderRequestAnswer> & { id: number },
  idempotencyKey: string,
) => client.api('POST', `orderrequests/${id}/answer`, { body, idempotencyKey })
