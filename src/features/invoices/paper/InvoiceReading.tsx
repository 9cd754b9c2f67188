import { showMoment } from '#contract/format.ts'
import { errorText } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useOrderingTerms } from '#src/kit/use-today.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { InvoicePage } from '../queries.ts'
import type { InvoiceRead } from './use-invoice-page.ts'

/** Says that the invoice on show is of then, where the server could not be asked. */
export function SeenNote({ page: { value, readAt, serverReachable, isSeen } }: { page: InvoiceRead }) {
  const { terms } = useOrderingTerms(useSignedIn().engine)
  if (!value || (serverReachable && !isSeen)) return null
  return (
    <OfflineNote>
      {`The server could not be asked: this is the invoice as it was last seen, ${showMoment(terms?.time_zone, new Date(readAt))}.`}
    </OfflineNote>
  )
}

interface InvoiceReadingProps {
  id: number
  page: InvoiceRead
  children: (page: InvoicePage) => ReactNode
}

/** The invoice once it is there; until then that it comes, why it does not, or that it needs the server. */
export const InvoiceReading = ({ id, page, children }: InvoiceReadingProps) => (
  <WhenRead
    reading={page}
    explain={(failure) =>
      `There was an issue trying to get the invoice information for Order ${id}.\n${errorText(failure)}`
    }
    waiting={<Skeleton height={480} radius="md" />}
  >
    {children}
  </WhenRead>
)
