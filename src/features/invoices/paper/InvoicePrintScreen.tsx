import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import classes from '../invoice.module.css'
import { InvoicePaper } from './InvoicePaper.tsx'
import { InvoiceReading, SeenNote } from './InvoiceReading.tsx'
import { useInvoicePage } from './use-invoice-page.ts'

/** `/order/{id}/invoice/print` (B045): the same invoice with nothing around it. */
export function InvoicePrintScreen({ id }: { id: number }) {
  const page = useInvoicePage(id)
  return (
    <div className={classes.page}>
      <div className={classes.buttons}>
        <ButtonLink to={to.invoice(id)}>Back</ButtonLink>
        {page.value && (
          <Button kind="main" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
      <PageHead title={`Invoice ${id}`} />
      <SeenNote page={page} />
      <InvoiceReading id={id} page={page}>
        {({ printed }) => <InvoicePaper printed={printed} isPrint />}
      </InvoiceReading>
    </div>
  )
}
