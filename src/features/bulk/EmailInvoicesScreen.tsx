import type { Invoice } from '#contract/invoices/schema.ts'
import { can } from '#contract/permissions.ts'
import { errorText } from '#src/api/errors.ts'
import { useLongRun } from '#src/kit/use-long-run.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { IconMail } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { BulkFrame, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import classes from './bulk.module.css'
import { firstDraft, isConfirmed, mailOf, type MailDraft } from './mail-drafts.ts'
import { judgeMail, MAIL_FAILED, mailInvoice, type Mail } from './mail-invoices.ts'
import { MailCard } from './MailCard.tsx'
import { INVOICES_MAILED, invoicesOf } from './queries.ts'

const NO_DRAFTS: ReadonlyMap<number, MailDraft> = new Map()
const NOT_SENT: ReadonlySet<number> = new Set()

/** `/emailInvoices`: the invoices of a day to their customers (B077, C137). */
export function EmailInvoicesScreen(props: BulkScreenProps) {
  const { client, person, serverReachable, today, tabs, orderLink } = props
  const { day, input } = useDeliveryDate(today)
  const reading = useServerQuery(invoicesOf(day))
  const invoices = reading.value
  const [drafts, setDrafts] = useState(NO_DRAFTS)
  const [sent, setSent] = useState(NOT_SENT)
  const draftOf = (invoice: Invoice) => drafts.get(invoice.order_id) ?? firstDraft(invoice)
  const change = useCallback(
    (invoice: Invoice, part: Partial<MailDraft>) =>
      setDrafts((before) => {
        const draft = before.get(invoice.order_id) ?? firstDraft(invoice)
        return new Map(before).set(invoice.order_id, { ...draft, ...part })
      }),
    [],
  )
  /** What was sent is not sent again with the next press, unless somebody confirms it again. */
  function markSent(mail: Mail) {
    setSent((before) => new Set(before).add(mail.invoice.order_id))
    change(mail.invoice, { main_address_confirm: false, custom_subject: '', note: '' })
  }
  const run = useLongRun<Mail>({
    name: 'email',
    idOf: ({ invoice }) => invoice.order_id,
    callOf: ({ invoice, draft }) => JSON.stringify(mailOf(invoice, draft)),
    labelOf: (id) => orderLink(Number(id)),
    atOnce: 4,
    act: (mail, { key }) => mailInvoice(client, mail, key),
    judge: judgeMail,
    failed: MAIL_FAILED,
    onRowDone: markSent,
    invalidates: INVOICES_MAILED,
    words: (work) => ({
      title: 'Share these invoices?',
      body: `${plural(work.length, 'invoice')} of ${showDay(day)} will be mailed, each with its PDF.`,
      noun: 'invoice',
      done: 'The invoices were sent successfully.',
    }),
  })
  const confirmed = (invoices ?? [])
    .map((invoice): Mail => ({ invoice, draft: draftOf(invoice) }))
    .filter(({ invoice, draft }) => isConfirmed(invoice, draft))
  const reason = !can(person, 'orders.invoice')
    ? 'Only the office may mail invoices.'
    : !serverReachable
      ? NEEDS_SERVER
      : run.isOpen
        ? 'Sending'
        : !invoices?.length
          ? 'There are no invoices on this day.'
          : confirmed.length === 0 && 'No invoice has a confirmed address.'

  return (
    <BulkFrame
      note={run.note}
      title="Email Invoices"
      tabs={tabs}
      days={input}
      act={{
        label: 'Bulk Invoice Share',
        Icon: IconMail,
        reason,
        onClick: () => run.ask(confirmed),
      }}
    >
      {invoices !== null && !serverReachable && (
        <OfflineNote>
          The server is not in reach. What you chose and wrote is kept here while this screen is open.
        </OfflineNote>
      )}
      <WhenRead reading={reading} serverReachable={serverReachable} explain={errorText}>
        {(listed) =>
          listed.length === 0 ? (
            <EmptyState title="No invoices on this day">
              Choose another delivery date, or generate the invoices first.
            </EmptyState>
          ) : (
            <>
              <p role="status" className={classes.count}>
                {`${confirmed.length} of ${plural(listed.length, 'invoice')} confirmed`}
              </p>
              <ul className={classes.mails} aria-label="Invoices">
                {listed.map((invoice) => (
                  <MailCard
                    key={invoice.order_id}
                    invoice={invoice}
                    draft={draftOf(invoice)}
                    isSent={sent.has(invoice.order_id)}
                    orderLink={orderLink}
                    onChange={change}
                  />
                ))}
              </ul>
            </>
          )
        }
      </WhenRead>
      {run.dialog}
    </BulkFrame>
  )
}
