import { can } from '#contract/permissions.ts'
import { personOf } from '#src/api/person.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { WalkButtons } from '#src/kit/links/WalkButtons.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useLeaveGuard } from '#src/kit/form/use-leave-guard.tsx'
import { to, type Address } from '#src/paths.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { lazy, Suspense, useState } from 'react'
import { downloadCsv, InvoicePaper, InvoiceReading, SeenNote, useInvoicePage } from '../paper/index.ts'
import { typedTotals } from '../draft.ts'
import { EditBar, EditedLines, EditedSums, useInvoiceEdit } from '../edit/index.ts'
import { ExportedNote } from './ExportedNote.tsx'
import { InvoiceActDialog } from './InvoiceActDialog.tsx'
import { InvoiceActs, type InvoiceAct } from './InvoiceActs.tsx'
import { InvoiceCredits } from './InvoiceCredits.tsx'
import { InvoiceFigures } from './InvoiceFigures.tsx'
import { InvoiceMails } from '../mail/index.ts'
import classes from '../invoice.module.css'
import { InvoicePayment } from '../payment/index.ts'
import { useRegenerate } from './use-regenerate.tsx'

const CreditsDialog = lazy(() => import('#src/kit/invoicing/CreditsDialog.tsx'))

interface InvoiceScreenProps {
  /** The order's. */
  id: number
  /** The query of the address. */
  search: { redirect_status?: unknown }
}

/** The pages above an invoice. */
const crumbsOf = (id: number): { label: string; to: Address }[] => [
  { label: 'Orders', to: to.orders() },
  { label: `Order ${id}`, to: to.order(id) },
]

/** `/order/{id}/invoice` (B031–B044): the invoice, and what is done with it. */
export function InvoiceScreen({ id, search }: InvoiceScreenProps) {
  const { client, person } = useSignedIn()
  const go = useGo()
  const page = useInvoicePage(id)
  const { value, isSeen, serverReachable } = page
  const invoice = value?.invoice ?? null
  const edit = useInvoiceEdit(invoice)
  const question = useLeaveGuard(edit.hasUnsaved, 'Prices and fees that were changed are not saved.')
  const regenerate = useRegenerate(id, page.readAt)
  const [open, setOpen] = useState<InvoiceAct | null>(null)
  const offline = serverReachable ? null : NEEDS_SERVER
  const isOffice = person !== null && can(personOf(person), 'orders.invoice')

  function act(pressed: InvoiceAct) {
    if (pressed === 'back') edit.leave(() => go(to.order(id)))
    else if (pressed === 'print') go(to.invoicePrint(id))
    else if (pressed === 'csv') void (invoice && downloadCsv(client, invoice))
    else if (pressed === 'edit') edit.begin()
    else if (pressed === 'regenerate') regenerate.ask()
    else setOpen(pressed)
  }

  return (
    <div className={classes.page}>
      <PageHead title={`Invoice ${id}`} crumbs={crumbsOf(id)} crumb="Invoice">
        <WalkButtons
          id={id}
          through="invoices"
          onOpen={(next) => edit.leave(() => go(to.invoice(next), { replace: true }))}
        />
      </PageHead>
      {invoice && person && <InvoiceFigures invoice={invoice} person={person} />}
      <InvoiceActs
        invoice={invoice}
        isOffice={isOffice}
        isEditing={edit.draft !== null}
        isOffline={!serverReachable || isSeen}
        onAct={act}
      />
      <SeenNote page={page} />
      {invoice && isOffice && <InvoiceMails order={id} />}
      {invoice && isOffice && !isSeen && <InvoiceCredits order={id} offline={offline} />}
      {edit.draft && invoice && (
        <EditBar
          edit={edit}
          total={typedTotals(edit.draft, invoice).grand_total}
          serverReachable={serverReachable}
        />
      )}
      <InvoiceReading id={id} page={page}>
        {({ invoice, printed }) => (
          <>
            {person && !isSeen && (
              <InvoicePayment
                invoice={invoice}
                readAt={page.readAt}
                person={person}
                search={search}
                offline={offline}
              />
            )}
            {!isSeen && <ExportedNote invoice={invoice} />}
            <InvoicePaper printed={printed}>
              {edit.draft && (
                // A price typed while the others are saved would be lost when edit mode ends.
                <fieldset className={classes.inputs} disabled={edit.saving}>
                  <EditedLines invoice={invoice} draft={edit.draft} onDraft={edit.type} />
                  <EditedSums invoice={invoice} draft={edit.draft} onDraft={edit.type} />
                </fieldset>
              )}
            </InvoicePaper>
          </>
        )}
      </InvoiceReading>
      <InvoiceActDialog id={id} page={page} open={open} onClose={() => setOpen(null)} />
      {regenerate.dialog}
      {edit.exceeded && (
        <Suspense>
          <CreditsDialog lines={edit.exceeded} save={edit.answer} onBack={edit.stopAsking} />
        </Suspense>
      )}
      {question}
    </div>
  )
}
