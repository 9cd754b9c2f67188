/** What is asked of the mails, and done with one. */
import { MailWhole, type MailRow, type MailState } from '#contract/mails/schema.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import { MAILS_KEY } from '#src/api/mails.ts'
import type { PagesQuery } from '#src/kit/use-rows.ts'
import type { ServerQuery } from '#src/kit/use-server-query.ts'

type Answer = MailRow[] | { count: number; results: MailRow[] }

const keyOf = ({ id }: MailRow) => id

/** @param state null for all */
export const mailsQuery = (state: MailState | null): PagesQuery<MailRow> => ({
  queryKey: [...MAILS_KEY, { state }],
  keyOf,
  firstLimit: PAGE_SIZE_DEFAULT,
  async readPage(client, page, signal) {
    const answer = await client.api<Answer>('GET', 'mails', {
      query: { ...(state && { state }), ...(page === 'all' ? { no_page: 1 } : page) },
      signal,
    })
    return Array.isArray(answer)
      ? { rows: answer, total: answer.length }
      : { rows: answer.results, total: answer.count }
  },
})

export const mailQuery = (id: string): ServerQuery<MailWhole> => ({
  queryKey: [...MAILS_KEY, 'one', id],
  read: (client, signal) => client.api('GET', `mails/${id}`, { schema: MailWhole, signal }),
})

/** The person has been told that it perhaps was sent, or that its invoice has changed. */
export const sendMail = (client: Client, { id, state, is_outdated }: MailRow) =>
  client.api('POST', `mails/${id}/send`, { body: { again: state === 'perhaps' || is_outdated } })
export const dropMail = (client: Client, { id }: MailRow) => client.api('POST', `mails/${id}/drop`)
