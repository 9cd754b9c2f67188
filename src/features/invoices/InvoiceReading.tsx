import { showMoment } from '#contract/format.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText, NetworkError } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { useRead, type Reading } from '#src/ui/use-read.ts'
import { Skeleton } from '@mantine/core'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { readPage, seenPage, type InvoicePage } from './calls.ts'

export function useInvoicePage(client: Client, id: number, serverReachable: boolean): InvoiceRead {
  const person = useSignedIn().engine.user.id
  const read = useCallback(
    (signal: AbortSignal) => readPage(client, person, id, signal),
    [client, person, id],
  )
  const reading = useRead(read, serverReachable)
  const [seen, setSeen] = useState<Awaited<ReturnType<typeof seenPage>>>(null)
  const wantsSeen = reading.value === null && (!serverReachable || isNoAnswer(reading.failure))
  useEffect(() => {
    let isGone = false
    if (wantsSeen) void seenPage(person, id).then((found) => !isGone && setSeen(found))
    return () => {
      isGone = true
    }
  }, [wantsSeen, person, id])
  if (!wantsSeen || !seen) return reading
  return { ...reading, value: seen.page, readAt: seen.at }
}

/** Of the server or of a proxy before it: nobody has said that the invoice is another one, or gone. */
const isNoAnswer = (failure: unknown): boolean =>
  failure instanceof NetworkError || (failure instanceof ApiError && failure.status >= 500)

type InvoiceRead = Reading<InvoicePage> & { reload: () => void }

/** Says that the invoice on show is of then, where the server could not be asked. */
export function SeenNote({
  page: { value, readAt },
  serverReachable,
}: {
  page: InvoiceRead
  serverReachable: boolean
}) {
  if (!value || (serverReachable && !value.isSeen)) return null
  return (
    <OfflineNote>
      {`The server could not be asked: this is the invoice as it was last seen, ${showMoment(undefined, new Date(readAt))}.`}
    </OfflineNote>
  )
}

interface InvoiceReadingProps {
  id: number
  page: ReturnType<typeof useInvoicePage>
  serverReachable: boolean
  children: (page: InvoicePage) => ReactNode
}

/** The invoice once it is there; until then that it comes, why it does not, or that it needs the server. */
export function InvoiceReading({ id, page, serverReachable, children }: InvoiceReadingProps) {
  const { value, failure, busy, reload } = page
  return (
    <>
      {failure !== null && (
        // B044.
        <ReadFailure busy={busy} onRetry={reload}>
          {`There was an issue trying to get the invoice information for Order ${id}.`}
          <br />
          {errorText(failure)}
        </ReadFailure>
      )}
      {value
        ? children(value)
        : failure === null && (serverReachable ? <Skeleton height={480} radius="md" /> : <NeedsServer />)}
    </>
  )
}
