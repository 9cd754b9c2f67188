import type { Invoice } from '#contract/invoices/schema.ts'
import type { MailRow } from '#contract/mails/schema.ts'
import { can } from '#contract/permissions.ts'
import { errorText } from '#src/api/errors.ts'
import { isMoving, MAILS_KEY } from '#src/api/mails.ts'
import { useLongRun } from '#src/kit/use-long-run.tsx'
import { useLookAgain } from '#src/kit/use-look-again.ts'
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
import { INVOICES_MAILED, invoicesOf, newestMails } from './queries.ts'

const NO_DRAFTS: ReadonlyMap<number, MailDraft> = new Map()
const NO_MAILS: ReadonlyMap<number, MailRow> = new Map()

/** `/emailInvoices`: the invoices of a day to their customers (B077, C137). */
export function EmailInvoicesScreen(props: BulkScreenProps) {
  const { client, person, serverReachable, today, tabs, orderLink } = props
  const { day, input } = useDeliveryDate(today)
  const reading = useServerQuery(invoicesOf(day))
  const invoices = reading.value
  const [drafts, setDrafts] = useState(NO_DRAFTS)
  const [made, setMade] = useState(NO_MAILS)
  const mails = useMails(made)
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
    change(mail.invoice, { main_address_confirm: false, custom_subject: '', note: '' })
  }
  const run = useLongRun<Mail>({
    name: 'email',
    idOf: ({ invoice }) => invoice.order_id,
    callOf: ({ invoice, draft }) => JSON.stringify(mailOf(invoice, draft)),
    labelOf: (id) => orderLink(Number(id)),
    atOnce: 4,
    async act(mail, { key }) {
      const waiting = await mailInvoice(client, mail, key)
      setMade((before) => new Map(before).set(mail.invoice.order_id, waiting))
    },
    judge: judgeMail,
    failed: MAIL_FAILED,
    onRowDone: markSent,
    invalidates: INVOICES_MAILED,
    words: (work) => ({
      title: 'Share these invoices?',
      body: `${plural(work.length, 'invoice')} of ${showDay(day)} will be mailed, each with its PDF.`,
      noun: 'invoice',
      done: 'The invoices are in the outbox and on their way. Their cards, and Mail, say what becomes of each.',
    }),
  })
  const confirmed = (invoices ?? [])
    .map((invoice): Mail => ({ invoice, draft: draftOf(invoice) }))
    .filter(({ draft }) => isConfirmed(draft))
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
                    mail={mails.get(invoice.order_id)}
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

/** The mails that were made here, as they stand by now: by their orders. */
function useMails(made: ReadonlyMap<number, MailRow>): ReadonlyMap<number, MailRow> {
  const { value: newest } = useServerQuery(newestMails(made.size), { enabled: made.size > 0 })
  const now = new Map(newest?.map((mail) => [mail.id, mail]))
  const mails = new Map([...made].map(([order, mail]) => [order, now.get(mail.id) ?? mail]))
  useLookAgain(MAILS_KEY, [...mails.values()].some(isMoving))
  return mails
}
