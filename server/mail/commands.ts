/** What the office does with a mail by hand (docs/decisions/0111). */
import type pg from 'pg'
import { z } from 'zod'
import { MailState, type MailRow } from '#contract/mails/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../platform/context.ts'
import { notFound, Problem } from '../platform/problem.ts'
import { queryRow } from '../platform/rows.ts'
import { VERSION_SQL } from '../invoices/version.ts'
import { IS_OUTDATED, IS_SENDING, readMail } from './present.ts'
import { OUTDATED } from './write.ts'

type Parts = Pick<Context, 'pool' | 'outbox'>

/**
 * Sends a mail now, under its Message-ID. One that perhaps was sent, and one whose invoice has changed since, need
 * `again`: 409 `perhaps_sent` and `outdated`.
 */
export async function sendAgain(
  context: Parts,
  person: Person,
  id: string,
  again: boolean,
): Promise<MailRow> {
  const { pool, outbox } = context
  await transaction(pool, async (client) => {
    const mail = await lockMail(client, id)
    if (!outbox.sends)
      throw new Problem(409, 'No mail server is set up here: the mail stays as it is.', {
        code: 'no_mail_server',
      })
    // A mail that an ended process handed over is perhaps sent, even before its state says so. One that was refused
    // after its text was handed over has an answer.
    const isPerhapsSent = mail.state === 'perhaps' || (mail.state === 'waiting' && mail.is_handed_over)
    if (isPerhapsSent && !again)
      throw new Problem(409, 'This mail was perhaps sent: its recipients may get it twice.', {
        code: 'perhaps_sent',
      })
    if (mail.is_outdated && !again) throw new Problem(409, OUTDATED, { code: 'outdated' })
    await client.query(
      `update mails m set state = 'waiting', claim = null, claimed_at = null, handed_over_at = null, tries = 0,
              server_said = '', settled_at = null, settled_by = $2,
              invoice_version = case when invoice_version is not null
                then (select ${VERSION_SQL} from invoices v where v.order_id = m.order_id) end
        where id = $1`,
      [id, person.id],
    )
    await outbox.remove(client, id)
    await outbox.add(client, [id])
  })
  outbox.wake()
  return readMail(context, id)
}

/** Takes a mail out of the outbox: it is not sent any more. */
export async function dropMail(context: Parts, person: Person, id: string): Promise<MailRow> {
  const { pool, outbox } = context
  await transaction(pool, async (client) => {
    await lockMail(client, id)
    await client.query(
      `update mails set state = 'dropped', claim = null, attachment = null, settled_at = now(), settled_by = $2 where id = $1`,
      [id, person.id],
    )
    await outbox.remove(client, id)
  })
  return readMail(context, id)
}

const OVER: Partial<Record<MailState, string>> = {
  sent: 'This mail was sent.',
  dropped: 'This mail was dropped.',
}

const LockedMail = z.object({
  state: MailState,
  is_sending: z.boolean(),
  is_outdated: z.boolean(),
  is_handed_over: z.boolean(),
})
type LockedMail = z.infer<typeof LockedMail>

/** Locks a mail that is not sent, dropped or being sent. Throws 404 and 409. */
async function lockMail(client: pg.ClientBase, id: string): Promise<LockedMail> {
  const mail = await queryRow(
    client,
    LockedMail,
    `select m.state, ${IS_SENDING} as is_sending, ${IS_OUTDATED} as is_outdated, m.handed_over_at is not null as is_handed_over
       from mails m where m.id = $1 for update`,
    [id],
  )
  if (!mail) throw notFound('mail')
  const { state, is_sending } = mail
  const over = OVER[state]
  if (over) throw new Problem(409, over, { code: 'mail_over' })
  if (is_sending)
    throw new Problem(409, 'This mail is being sent at this moment. Please look again in two minutes.')
  return mail
}
