/** What the office does with a mail by hand (docs/decisions/0111). */
import type pg from 'pg'
import type { MailRow, MailState } from '#contract/mails/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../platform/context.ts'
import { notFound, Problem } from '../platform/problem.ts'
import { IS_SENDING, readMail } from './present.ts'

type Parts = Pick<Context, 'pool' | 'outbox'>

/** Sends a mail now, under its Message-ID. One that perhaps was sent needs `again`. */
export async function sendAgain(
  context: Parts,
  person: Person,
  id: string,
  again: boolean,
): Promise<MailRow> {
  const { pool, outbox } = context
  await transaction(pool, async (client) => {
    const state = await lockMail(client, id)
    if (!outbox.sends)
      throw new Problem(409, 'No mail server is set up here: the mail stays as it is.', {
        code: 'no_mail_server',
      })
    if (state === 'perhaps' && !again)
      throw new Problem(409, 'This mail was perhaps sent: whoever gets it may get it twice.', {
        code: 'perhaps_sent',
      })
    await client.query(
      `update mails set state = 'waiting', claim = null, claimed_at = null, handed_over_at = null, tries = 0,
              server_said = '', settled_at = null, settled_by = $2 where id = $1`,
      [id, person.id],
    )
    await outbox.remove(client, id)
    await outbox.add(client, [id])
  })
  outbox.wake()
  return readMail(context, id)
}

/** Takes a mail out of the outbox: nobody sends it any more. */
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

/** Locks a mail with which something can still be done, and answers its state. Throws 404 and 409. */
async function lockMail(client: pg.ClientBase, id: string): Promise<MailState> {
  const { rows } = await client.query<{ state: MailState; is_sending: boolean }>(
    `select m.state, ${IS_SENDING} as is_sending from mails m where m.id = $1 for update`,
    [id],
  )
  if (!rows[0]) throw notFound('mail')
  const { state, is_sending } = rows[0]
  const over = OVER[state]
  if (over) throw new Problem(409, over, { code: 'mail_over' })
  if (is_sending)
    throw new Problem(409, 'This mail is being sent at this moment. Please look again in two minutes.')
  return state
}
