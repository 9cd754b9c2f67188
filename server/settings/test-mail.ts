/** A mail by which an administrator sees whether mails arrive. */
import type { MailRow } from '#contract/mails/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { readMail } from '../mail/present.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { Problem } from '../platform/problem.ts'
import { queryRow, TextIdRow } from '../platform/rows.ts'

/** Puts it into the outbox, once for each key. Throws 409 where no mails are sent, or where the account has no address. */
export async function sendTestMail(context: Context, person: Person, keyed: KeyedCall): Promise<MailRow> {
  const { outbox, pool } = context
  if (!outbox.sends) throw new Problem(409, 'No mail server is set up, so no mails are sent.')
  const id = await transaction(pool, (client) =>
    once(client, person, keyed, async () => {
      const mail = await queryRow(
        client,
        TextIdRow,
        `insert into mails (kind, user_id, created_by, to_address, subject, text_body, message_id)
           select 'test', u.id, u.id, u.email, 'A test from Larder', $2, replace($3, '{}', gen_random_uuid()::text)
             from users u where u.id = $1 and u.email <> '' returning id`,
        [person.id, 'This mail arrived, so Larder can send mails.', outbox.messageId('test-{}')],
      )
      if (!mail) throw new Problem(409, 'Your account has no mail address.')
      await outbox.add(client, [mail.id])
      return mail.id
    }),
  )
  outbox.wake()
  return readMail(context, id!)
}
