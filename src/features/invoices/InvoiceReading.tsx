import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { Skeleton } from '@mantine/core'
import { useCallback, type ReactNode } from 'react'
import { readPage, type InvoicePage } from './calls.ts'

export function useInvoicePage(client: Client, id: number, serverReachable: boolean) {
  const read = useCallback((signal: AbortSignal) => readPage(client, id, signal), [client, id])
  return useRead(read, serverReachable)
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
