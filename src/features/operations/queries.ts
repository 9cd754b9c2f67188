import { Operations } from '#contract/operations.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'

export const OPERATIONS: ServerQuery<Operations> = {
  queryKey: ['operations'],
  read: (client, signal) => client.api('GET', 'operations', { schema: Operations, signal }),
  isAskedAnew: true,
}
