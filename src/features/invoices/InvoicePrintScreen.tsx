import { to } from '#src/paths.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import classes from './invoice.module.css'
import { InvoicePaper } from './InvoicePaper.tsx'
import { InvoiceReading, SeenNote, useInvoicePage } from './InvoiceReading.tsx'
import type { InvoiceScreenProps } from './InvoiceScreen.tsx'

/** `/order/{id}/invoice/print` (B045): the same invoice with nothing around it. */
export function InvoicePrintScreen({
  id,
  client,
  serverReachable,
  go,
}: Pick<InvoiceScreenProps, 'id' | 'client' | 'serverReachable' | 'go'>) {
  const page = useInvoicePage(client, id, serverReachable)
  return (
    <div className={classes.page}>
      <div className={classes.buttons}>
        <ActionButton variant="default" size="md" onClick={() => go(to.invoice(id))}>
          Back
        </ActionButton>
        {page.value && (
          <ActionButton size="md" onClick={() => window.print()}>
            Print
          </ActionButton>
        )}
      </div>
      <div className={classes.head}>
        <h1>Invoice {id}</h1>
      </div>
      <SeenNote page={page} serverReachable={serverReachable} />
      <InvoiceReading id={id} page={page} serverReachable={serverReachable}>
        {({ printed }) => <InvoicePaper printed={printed} isPrint />}
      </InvoiceReading>
    </div>
  )
}
