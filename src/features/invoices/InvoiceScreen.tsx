import { invoiceFileName } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { StandingCode } from '#contract/invoices/against.ts'
import { errorText } from '#src/api/errors.ts'
import { standingOf } from '#src/api/invoice-order.ts'
import { personOf } from '#src/api/person.ts'
import type { Go } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { downloadBlob } from '#src/ui/spreadsheet.ts'
import {
  IconArrowLeft,
  IconCalculator,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconHistory,
  IconMail,
  IconPencil,
  IconReceiptRefund,
  IconRefresh,
} from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { readHistory, regenerate } from './calls.ts'
import { EditBar } from './EditBar.tsx'
import { EditedLines } from './EditedLines.tsx'
import { EditedSums } from './EditedSums.tsx'
import { InvoiceMails } from './InvoiceMails.tsx'
import classes from './invoice.module.css'
import { InvoicePaper } from './InvoicePaper.tsx'
import { InvoicePayment } from './payment/InvoicePayment.tsx'
import { useInvoiceEdit } from './use-invoice-edit.ts'
import { InvoiceReading, SeenNote, useInvoicePage } from './InvoiceReading.tsx'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))
const ComputedDialog = lazy(() => import('./ComputedDialog.tsx'))
const CreditDialog = lazy(() => import('./CreditDialog.tsx'))
const HistoryDialog = lazy(() => import('#src/ui/HistoryDialog.tsx'))
const MailDialog = lazy(() => import('./MailDialog.tsx'))
const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'))

export interface InvoiceScreenProps {
  /** The order's. */
  id: number
  client: Client
  person: User | null
  serverReachable: boolean
  /** The query of the address. */
  search: { redirect_status?: unknown }
  go: Go
}

/** `/order/{id}/invoice` (B031–B044): the invoice, and what is done with it. */
export function InvoiceScreen({ id, client, person, serverReachable, search, go }: InvoiceScreenProps) {
  const page = useInvoicePage(client, id, serverReachable)
  const invoice = page.value?.invoice ?? null
  const edit = useInvoiceEdit(client, invoice, page.reload)
  const [open, setOpen] = useState<
    'preview' | 'computed' | 'history' | 'mail' | 'credit' | 'regenerate' | null
  >(null)
  const close = () => setOpen(null)
  const isOffice = person !== null && can(personOf(person), 'orders.invoice')
  const isSeen = page.value?.isSeen === true
  const offline = (!serverReachable || isSeen) && NEEDS_SERVER

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>Invoice {id}</h1>
        <div className={classes.buttons}>
          <ActionButton
            variant="default"
            size="md"
            leftSection={<IconArrowLeft size={20} aria-hidden />}
            onClick={() => edit.leave(() => go(to.order(id)))}
          >
            Back
          </ActionButton>
          {invoice && (
            <>
              <ActionButton
                variant="default"
                size="md"
                leftSection={<IconFileTypePdf size={20} aria-hidden />}
                onClick={() => setOpen('preview')}
              >
                PDF preview
              </ActionButton>
              <ActionButton
                variant="default"
                size="md"
                reason={offline}
                leftSection={<IconFileTypeCsv size={20} aria-hidden />}
                onClick={() => void downloadCsv(client, invoice)}
              >
                Download CSV
              </ActionButton>
              <ActionButton
                variant="default"
                size="md"
                leftSection={<IconCalculator size={20} aria-hidden />}
                onClick={() => setOpen('computed')}
              >
                Calculation
              </ActionButton>
              {isOffice && (
                <OfficeButtons
                  invoice={invoice}
                  offline={offline}
                  isEditing={edit.draft !== null}
                  onMail={() => setOpen('mail')}
                  onEdit={edit.begin}
                  onCredit={() => setOpen('credit')}
                  onHistory={() => setOpen('history')}
                  onRegenerate={() => setOpen('regenerate')}
                />
              )}
            </>
          )}
        </div>
      </div>
      <SeenNote page={page} serverReachable={serverReachable} />
      {invoice && isOffice && <InvoiceMails order={id} />}
      {edit.draft && <EditBar edit={edit} serverReachable={serverReachable} />}
      <InvoiceReading id={id} page={page} serverReachable={serverReachable}>
        {({ invoice, printed }) => (
          <>
            {person && !isSeen && (
              <InvoicePayment
                invoice={invoice}
                client={client}
                person={person}
                search={search}
                onChanged={page.reload}
              />
            )}
            <InvoicePaper printed={printed}>
              {edit.draft && (
                <>
                  <EditedLines invoice={invoice} draft={edit.draft} onDraft={edit.type} />
                  <EditedSums invoice={invoice} draft={edit.draft} onDraft={edit.type} />
                </>
              )}
            </InvoicePaper>
          </>
        )}
      </InvoiceReading>
      <Suspense>
        {invoice && open === 'computed' && <ComputedDialog invoice={invoice} onClose={close} />}
        {page.value && open === 'preview' && (
          <PreviewDialog
            page={page.value}
            client={client}
            serverReachable={serverReachable}
            onClose={close}
          />
        )}
        {invoice && open === 'mail' && <MailDialog invoice={invoice} client={client} onClose={close} />}
        {invoice && open === 'credit' && (
          <CreditDialog invoice={invoice} client={client} onDone={page.reload} onClose={close} />
        )}
        {open === 'history' && (
          <HistoryDialog
            title={`What was done to invoice ${id}`}
            load={() => readHistory(client, id)}
            empty="Nothing is known of it: it was made before this was kept."
            onClose={close}
          />
        )}
        {open === 'regenerate' && (
          <RegenerateDialog id={id} client={client} onDone={page.reload} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

/** B035, B037: the server's file, byte for byte. */
async function downloadCsv(client: Client, invoice: Invoice): Promise<void> {
  try {
    const csv = await client.file(`orders/${invoice.order_id}/invoice/downloadexport`)
    downloadBlob(invoiceFileName(invoice, 'csv'), csv)
  } catch (error) {
    snackbar(errorText(error), 'bad')
  }
}

interface OfficeButtonsProps {
  invoice: Invoice
  offline: string | false
  isEditing: boolean
  onMail: () => void
  onEdit: () => void
  onCredit: () => void
  onHistory: () => void
  onRegenerate: () => void
}

/** B034, B194–B197: what only the office does, and what it no longer does once the invoice is paid. */
function OfficeButtons({ invoice, offline, isEditing, ...on }: OfficeButtonsProps) {
  const isPaid = invoice.paid_status === 'p' || invoice.paid_status === 'pe'
  const why =
    offline || (invoice.payment_in_progress && 'A payment is on its way: nothing changes until it has ended.')
  return (
    <>
      <ActionButton
        variant="default"
        size="md"
        reason={offline}
        leftSection={<IconMail size={20} aria-hidden />}
        onClick={on.onMail}
      >
        Share by email
      </ActionButton>
      {!isEditing && (
        <ActionButton
          variant="default"
          size="md"
          reason={offline}
          leftSection={<IconReceiptRefund size={20} aria-hidden />}
          onClick={on.onCredit}
        >
          Credit
        </ActionButton>
      )}
      <ActionButton
        variant="default"
        size="md"
        reason={offline}
        leftSection={<IconHistory size={20} aria-hidden />}
        onClick={on.onHistory}
      >
        History
      </ActionButton>
      {!isPaid && !isEditing && (
        <>
          <ActionButton
            variant="default"
            size="md"
            reason={why}
            leftSection={<IconPencil size={20} aria-hidden />}
            onClick={on.onEdit}
          >
            Edit overrides
          </ActionButton>
          <ActionButton
            variant="default"
            size="md"
            reason={why}
            leftSection={<IconRefresh size={20} aria-hidden />}
            onClick={on.onRegenerate}
          >
            Regenerate
          </ActionButton>
        </>
      )}
    </>
  )
}

interface RegenerateDialogProps {
  id: number
  client: Client
  onDone: () => void
  onClose: () => void
}

/** B133, B134: nothing before it is confirmed; the page is read anew when it is done, and only then. */
function RegenerateDialog({ id, client, onDone, onClose }: RegenerateDialogProps) {
  // What stands against it is told by the server once; who confirms again is sure.
  const told = useRef<ReadonlySet<StandingCode>>(new Set())
  async function save() {
    try {
      await regenerate(client, id, told.current)
      onDone()
    } catch (error) {
      told.current = new Set(standingOf(error)?.map(({ code }) => code))
      throw error
    }
  }
  return (
    <SaveDialog
      title={`Regenerate the invoice of order ${id}?`}
      saving="Generating …"
      save={save}
      saved="The invoice has been generated."
      failed="There was an error while generating the invoice"
      explain={errorText}
      onBack={onClose}
      onSaved={onClose}
    >
      It is made anew of what was picked. Prices that were set over it and fees that were changed are gone;
      its credits stay.
    </SaveDialog>
  )
}
