import { ApiError, NetworkError } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useQueries, useServerQuery, type ServerReading } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useQuery } from '@tanstack/react-query'
import { invoiceQuery, seenPage, type InvoicePage } from '../queries.ts'

export interface InvoiceRead extends ServerReading<InvoicePage> {
  serverReachable: boolean
  /** The invoice is the copy that this device stored last. Only the server knows which acts are possible. */
  isSeen: boolean
}

/** The server or a proxy before it failed: no answer says that the invoice has changed or is gone. */
const isNoAnswer = (failure: unknown): boolean =>
  failure instanceof NetworkError || (failure instanceof ApiError && failure.status >= 500)

/** The invoice from the server; without its answer, the copy that this device stored last. */
export function useInvoicePage(order: number): InvoiceRead {
  const { engine } = useSignedIn()
  const person = engine.user.id
  const serverReachable = useServerReachable()
  const reading = useServerQuery(invoiceQuery(person, order))
  const wantsSeen = reading.value === null && (!serverReachable || isNoAnswer(reading.failure))
  const { data: seen } = useQuery(
    {
      queryKey: ['seen invoice', order],
      queryFn: () => seenPage(person, order),
      enabled: wantsSeen,
      gcTime: 0,
    },
    useQueries(),
  )
  if (!wantsSeen || !seen) return { ...reading, serverReachable, isSeen: false }
  return { ...reading, value: seen.page, readAt: seen.at, serverReachable, isSeen: true }
}
