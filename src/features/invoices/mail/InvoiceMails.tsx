import type { MailRow } from '#contract/mails/schema.ts'
import { fetchMailsOf, isMoving, MAILS_KEY } from '#src/queries/mails.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { MailStateChip } from '#src/kit/invoicing/MailStateChip.tsx'
import { useLookAgain } from '#src/kit/page/use-look-again.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { to } from '#src/paths.ts'
import { showTime } from '#src/ui/show-time.ts'
import classes from '../invoice.module.css'

const mailsOf = (order: number): ServerQuery<MailRow[]> => ({
  queryKey: [...MAILS_KEY, { order }],
  read: (client, signal) => fetchMailsOf(client, order, 'invoice', signal),
})

/** The state of each mail of this invoice, the newest first; nothing where there is none. For the office. */
export function InvoiceMails({ order }: { order: number }) {
  const { value: mails } = useServerQuery(mailsOf(order))
  useLookAgain(MAILS_KEY, mails?.some(isMoving) ?? false)
  if (!mails?.length) return null
  return (
    <ul className={classes.mails} aria-label="Mailed">
      {mails.map((mail) => (
        <li key={mail.id}>
          <MailStateChip mail={mail} />{' '}
          <span>
            {[mail.to, ...mail.cc].join(', ')}
            <small>
              {showTime(mail.settled_at ?? mail.created_at)}
              {mail.server_said && `: ${mail.server_said}`}
            </small>
            {(mail.state === 'perhaps' || mail.state === 'refused') && (
              <>
                {' '}
                <Link to={to.mail()}>Decide under Mail</Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
