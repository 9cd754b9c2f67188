/** A mail as it leaves the server. */
import type pg from 'pg'
import type { MailRow } from '#contract/mails/schema.ts'
import { notFound } from '../platform/problem.ts'

/** Whoever has claimed a mail for longer has ended (jobs.ts). */
export const IS_SENDING = `(m.state = 'waiting' and m.claim is not null and m.claimed_at > now() - interval '2 minutes')`

const at = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const MAIL_ROW_SQL = `
  select m.id, m.kind, m.order_id as "order", m.to_address as "to", m.cc, m.subject, m.state, ${IS_SENDING} as is_sending,
         m.server_said, m.tries, ${at('m.created_at')} as created_at, maker.username as created_by,
         ${at('m.settled_at')} as settled_at, settler.username as settled_by, m.attachment_name as attachment
    from mails m
    left join users maker on maker.id = m.created_by
    left join users settler on settler.id = m.settled_by`

/** Throws 404. */
export async function readMail(client: pg.Pool | pg.ClientBase, id: string): Promise<MailRow> {
  const { rows } = await client.query<MailRow>(`${MAIL_ROW_SQL} where m.id = $1`, [id])
  if (!rows[0]) throw notFound('mail')
  return rows[0]
}
