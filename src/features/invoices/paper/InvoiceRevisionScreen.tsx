import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '@mantine/core'
import classes from '../invoice.module.css'
import { InvoicePaper } from './InvoicePaper.tsx'
import { revisionQuery } from '../queries.ts'

interface InvoiceRevisionScreenProps {
  /** The order's. */
  id: number
  /** From 1, as its history counts. */
  revision: number
}

/** `/order/{id}/invoice/revision/{n}`: an invoice as it was issued once, to be read and printed again. For who invoices. */
export function InvoiceRevisionScreen({ id, revision }: InvoiceRevisionScreenProps) {
  const reading = useServerQuery(revisionQuery(id, revision))
  return (
    <div className={classes.page}>
      <div className={classes.buttons}>
        <ButtonLink to={to.invoice(id)}>Back</ButtonLink>
        {reading.value && (
          <Button kind="main" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
      <PageHead title={`Invoice ${id}, revision ${revision}`} bar={`Invoice ${id}`} />
      <WhenRead reading={reading} waiting={<Skeleton height={480} radius="md" />}>
        {(printed) => <InvoicePaper printed={printed} isPrint />}
      </WhenRead>
    </div>
  )
}
