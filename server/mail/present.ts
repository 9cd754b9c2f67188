/** A mail as it leaves the server. */
import { instantSql } from '../platform/json.ts'
import { MailRow } from '#contract/mails/schema.ts'
import { VERSION_SQL } from '../invoices/version.ts'
import type { Context, Outbox } from '../platform/context.ts'
import { notFound } from '../platform/problem.ts'
import { queryRow } from '../platform/rows.ts'

/** SQL of whether a mail is being sent. A process with an older claim has ended (jobs.ts). */
export const IS_SENDING = `(m.state = 'waiting' and m.claim is not null and m.claimed_at > now() - interval '2 minutes')`

/** SQL of whether a mail's PDF is of an earlier version of its invoice. Such a mail needs a person's consent. */
export const IS_OUTDATED = `(m.state in ('waiting', 'perhaps', 'refused') and m.invoice_version is not null and m.invoice_version is distinct from
  (select ${VERSION_SQL} from invoices v where v.order_id = m.order_id))`

const NO_SERVER = 'It waits: no mail server is set up here.'

/** Mails `m` with the people who wrote and who settled them. */
export const MAILS_FROM = `
  mails m
    left join users maker on maker.id = m.created_by
    left join users settler on settler.id = m.settled_by`

/** @param sends whether this server sends mails at all */
export const mailRowSql = ({ sends }: Pick<Outbox, 'sends'>) => `
  select m.id, m.kind, m.order_id as "order", m.to_address as "to", m.cc, m.subject, m.state, ${IS_SENDING} as is_sending, ${IS_OUTDATED} as is_outdated,
         ${sends ? 'm.server_said' : `case when m.state = 'waiting' and m.server_said = '' then '${NO_SERVER}' else m.server_said end`} as server_said,
         m.tries, ${instantSql('m.created_at')} as created_at, maker.username as created_by,
         ${instantSql('m.settled_at')} as settled_at, settler.username as settled_by, m.attachment_name as attachment
    from ${MAILS_FROM}`

/** Returns a mail. Throws 404. */
export async function readMail(
  { pool, outbox }: Pick<Context, 'pool' | 'outbox'>,
  id: string,
): Promise<MailRow> {
  const mail = await queryRow(pool, MailRow, `${mailRowSql(outbox)} where m.id = $1`, [id])
  if (!mail) throw notFound('mail')
  return mail
}
