/** The queries and calls of the mails. */
import { MailWhole, type MailRow, type MailState } from '#contract/mails/schema.ts'
import type { Client } from '#src/api/client.ts'
import { MAILS_KEY } from '#src/queries/mails.ts'
import { listQuery, type ListQuestion } from '#src/kit/list/list-query.ts'
import type { PagesQuery } from '#src/kit/list/use-rows.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'

const keyOf = ({ id }: MailRow) => id

/** The server's columns, by the table's columns. */
export const MAIL_ORDERINGS = {
  subject: 'subject',
  state: 'state',
  to: 'to',
  about: 'kind',
  order: 'order',
  since: 'created_at',
  by: 'created_by',
  said: 'server_said',
}

/** @param state null for all */
export const mailsQuery = (state: MailState | null, question: ListQuestion = {}): PagesQuery<MailRow> =>
  listQuery({ path: 'mails', key: MAILS_KEY, query: { ...(state && { state }), ...question }, keyOf })

export const mailQuery = (id: string): ServerQuery<MailWhole> => ({
  queryKey: [...MAILS_KEY, 'one', id],
  read: (client, signal) => client.api('GET', `mails/${id}`, { schema: MailWhole, signal }),
})

/** Sends a mail again. The person has read that it perhaps was sent, or that its invoice has changed. */
export const sendMail = (client: Client, { id, state, is_outdated }: MailRow) =>
  client.api('POST', `mails/${id}/send`, { body: { again: state === 'perhaps' || is_outdated } })
export const dropMail = (client: Client, { id }: MailRow) => client.api('POST', `mails/${id}/drop`)
