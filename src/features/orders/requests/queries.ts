/** What is asked and changed of customers' requests (docs/decisions/0267). */
import { OrderRequest, type OrderRequestAnswer, type OrderRequestCreate } from '#contract/orders/requests.ts'
import type { Client } from '#src/api/client.ts'
import type { ServerQuery } from '#src/kit/use-server-query.ts'
import type { z } from 'zod'

/** All questions below begin with it. */
export const REQUESTS = ['orderrequests']
/** The office sees so many at a time. */
const MOST_OPEN_SHOWN = 20

const page = (client: Client, query: Record<string, number>, signal: AbortSignal): Promise<OrderRequest[]> =>
  client.api('GET', 'orderrequests', {
    query: { no_page: 1, ...query },
    schema: OrderRequest.array(),
    signal,
  })

/** Those of one order, newest first. */
export const requestsOf = (order: number): ServerQuery<OrderRequest[]> => ({
  queryKey: [...REQUESTS, order],
  isAskedAnew: true,
  read: (client, signal) => page(client, { order }, signal),
})

/** Those that wait for the office, the oldest first. */
export const OPEN_REQUESTS: ServerQuery<OrderRequest[]> = {
  queryKey: [...REQUESTS, 'open'],
  isAskedAnew: true,
  read: async (client, signal) =>
    (await page(client, { open: 1 }, signal)).reverse().slice(0, MOST_OPEN_SHOWN),
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
