import { can } from '#contract/permissions.ts'
import { errorText } from '#src/api/errors.ts'
import { isMoving, MAILS_KEY } from '#src/queries/mails.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLongRun } from '#src/kit/long-run/use-long-run.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useLookAgain } from '#src/kit/page/use-look-again.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { IconMail } from '@tabler/icons-react'
import { useMemo } from 'react'
import { BulkFrame, orderLink, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import { isConfirmed } from './mail-drafts.ts'
import { judgeMail, MAIL_FAILED, mailCall, mailDraft, mailedAgain, type Mail } from './mail-invoices.ts'
import { MailCards, type MailOfOrder } from './MailCards.tsx'
import { INVOICES_MAILED, invoiceMailsOf, invoicesOf } from './queries.ts'
import { useMailDrafts } from './use-mail-drafts.ts'

/** `/emailInvoices`: mails the invoices of a day to their customers (B077, C137). */
export function EmailInvoicesScreen({ tabs }: BulkScreenProps) {
  const { person } = useSignedIn()
  const serverReachable = useServerReachable()
  const { day, input } = useDeliveryDate()
  const reading = useServerQuery(invoicesOf(day))
  const invoices = reading.value
  const { draftOf, change, settle } = useMailDrafts()
  const { mails, mailOfOrder, mailed } = useMails(day, can(person, 'mails.manage'))
  /** Those of the chosen mails whose invoices were mailed before. */
  const mailedOf = (chosen: readonly Mail[]) => chosen.filter(({ invoice }) => mailed.has(invoice.order_id))
  const run = useMailing(day, mailedOf, settle)
  const confirmed = (invoices ?? [])
    .map((invoice): Mail => ({ invoice, draft: draftOf(invoice) }))
    .filter(({ draft }) => isConfirmed(draft))
  const again = mailedOf(confirmed)
  const reason = !can(person, 'orders.invoice')
    ? 'Only the office may mail invoices.'
    : !serverReachable
      ? NEEDS_SERVER
      : run.isOpen
        ? 'Sending'
        : !invoices?.length
          ? 'There are no invoices on this day.'
          : confirmed.length === 0 && 'No invoice has a confirmed address.'
  const act = { label: 'Bulk Invoice Share', Icon: IconMail, reason, chosen: confirmed, run }

  return (
    <BulkFrame title="Email Invoices" tabs={tabs} days={input} act={act}>
      {invoices !== null && !serverReachable && (
        <OfflineNote>
          The server is not in reach. What you chose and wrote is kept here while this screen is open.
        </OfflineNote>
      )}
      {mails.failure !== null && serverReachable && (
        <ReadFailure busy={mails.busy} onRetry={mails.reload} isQuiet>
          {`It is not known which invoices were mailed before. ${errorText(mails.failure)}`}
        </ReadFailure>
      )}
      <WhenRead reading={reading}>
        {(listed) =>
          listed.length === 0 ? (
            <EmptyState title="No invoices on this day">
              Choose another delivery date, or generate the invoices first.
            </EmptyState>
          ) : (
            <MailCards
              invoices={listed}
              confirmed={confirmed.length}
              again={again}
              draftOf={draftOf}
              mailOfOrder={mailOfOrder}
              onChange={change}
            />
          )
        }
      </WhenRead>
    </BulkFrame>
  )
}

/** Asks, and mails the invoices of a day. `mailedOf` returns those that were mailed before. */
function useMailing(day: string, mailedOf: (mails: readonly Mail[]) => Mail[], onSent: (mail: Mail) => void) {
  const { client } = useSignedIn()
  return useLongRun<Mail>({
    name: 'email',
    idOf: ({ invoice }) => invoice.order_id,
    callOf: mailCall,
    labelOf: (id) => orderLink(Number(id)),
    atOnce: 4,
    act: (mail, { key }) => mailDraft(client, mail, key),
    judge: judgeMail,
    failed: MAIL_FAILED,
    onRowDone: onSent,
    invalidates: INVOICES_MAILED,
    words: (work) => ({
      title: 'Share these invoices?',
      body: `${plural(work.length, 'invoice')} of ${showDay(day)} will be mailed, each with its PDF. ${mailedAgain(mailedOf(work))}`,
      noun: 'invoice',
      done: 'The invoices are in the outbox and on their way. Their cards, and Mail, say what becomes of each.',
    }),
  })
}

/** The newest mail of each of the day's invoices, by its order, and the orders whose invoices went out or still go out. */
function useMails(day: string, isAsked: boolean) {
  const { value, failure, busy, reload } = useServerQuery(invoiceMailsOf(day), { enabled: isAsked })
  const mailOfOrder = useMemo(() => {
    const kept = value?.filter(({ state }) => state !== 'dropped') ?? []
    // The newest mail comes first.
    return new Map(kept.toReversed().map((mail) => [mail.order, mail] as const))
  }, [value])
  // Nobody got a refused mail. It may be refused because its invoice has changed since.
  const mailed = new Set(
    value?.flatMap(({ state, order }) => (state === 'dropped' || state === 'refused' ? [] : [order])),
  )
  useLookAgain(MAILS_KEY, value?.some(isMoving) ?? false)
  return {
    mails: { failure, busy, reload },
    mailOfOrder: mailOfOrder as MailOfOrder,
    mailed,
  }
}
