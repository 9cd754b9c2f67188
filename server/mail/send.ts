/**
 * Sends one mail. Holds no lock and no connection while it asks a mail server.
 *
 *   waiting ──claim──► written ──hand over──► text is on its way ──answer──► sent | refused | waiting, for another try
 *      ▲                  │                          │
 *      └─ the process died, or no answer yet ────────┘── no answer, or the process died ──► perhaps sent
 *
 * A process that claims a mail writes its own mark into the row, and loses the claim where another process claims it
 * later. So the text is handed over once, however many processes hold its job.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { MailAddress, MailSubject } from '#contract/mails/schema.ts'
import type { Context } from '../platform/context.ts'
import { queryRow } from '../platform/rows.ts'
import { MOST_TRIES } from './jobs.ts'
import type { Letter, MailServer, MailOutcome } from './transport.ts'
import { MailFacts, writeMail, type Written } from './write.ts'

/** A mail as a process claims it. */
const ClaimedMail = MailFacts.extend({
  cc: z.array(z.string()),
  attachment_name: z.string().nullable(),
  attachment: z.custom<Buffer>((bytes) => Buffer.isBuffer(bytes)).nullable(),
  message_id: z.string(),
  tries: z.number(),
})
type ClaimedMail = z.infer<typeof ClaimedMail>

/** Claims a mail that was not handed over yet: whether an earlier hand-over arrived is not known. */
const CLAIM = `
  update mails set claim = $2, claimed_at = now(), tries = tries + 1
   where id = $1 and state = 'waiting' and handed_over_at is null
  returning id, kind, order_id, user_id, change_id, to_address, cc, subject, text_body, attachment_name, attachment, message_id,
            tries`

/** An answer that takes longer than this does not come: an attempt is over after 100 s (jobs.ts). */
const SILENCE = `interval '2 minutes'`

/** Marks mails as perhaps sent that a process handed over before it ended. */
export async function takeForPerhaps(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update mails set state = 'perhaps', settled_at = now(), server_said = $1
      where state = 'waiting' and handed_over_at < now() - ${SILENCE}`,
    ['The server stopped before the mail server had answered.'],
  )
}

/** @returns why it has to be tried again, or null where nothing is left to do. */
export async function sendMail(
  context: Pick<Context, 'pool' | 'log' | 'env' | 'clock'>,
  server: MailServer,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { pool, log } = context
  const claim = randomUUID()
  try {
    const mail = await queryRow(pool, ClaimedMail, CLAIM, [id, claim])
    if (!mail) return null
    const written = await writeMail(context, mail)
    if ('dropped' in written) {
      await settle(pool, id, claim, { state: 'dropped', said: written.dropped })
      return null
    }
    if ('held' in written) {
      await settle(pool, id, claim, { state: 'refused', said: written.held })
      return null
    }
    const outcome = await hand(pool, server, mail, claim, written, signal)
    return await take(context, mail, claim, outcome)
  } catch (error) {
    log.warn({ err: error, mail: id }, 'a mail could not be sent, and will be tried again')
    return String(error)
  }
}

async function hand(
  pool: pg.Pool,
  server: MailServer,
  mail: ClaimedMail,
  claim: string,
  { subject, text, html, secret }: Written,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const problem = addressProblem(mail, subject)
  if (problem !== null) return { kind: 'refused', said: problem }
  const letter: Letter = {
    to: mail.to_address,
    cc: mail.cc,
    subject,
    text,
    ...(html && { html }),
    messageId: mail.message_id,
    attachments: mail.attachment
      ? [{ filename: mail.attachment_name!, content: mail.attachment, contentType: 'application/pdf' }]
      : [],
  }
  const kept = secret === undefined ? text : text.replaceAll(secret, '(not kept)')
  const handOver = async () => {
    const { rowCount } = await pool.query(
      `update mails set handed_over_at = now(), subject = $3, text_body = $4, html_body = $5
        where id = $1 and claim = $2 and state = 'waiting'`,
      [mail.id, claim, subject, kept, secret === undefined ? (html ?? '') : ''],
    )
    if (rowCount !== 1) throw new Error('Another process sends this mail.')
  }
  return server.hand(letter, handOver, signal)
}

/** Checks the addresses and the subject of older rows. Typed ones are checked where they are typed. */
function addressProblem({ to_address, cc }: ClaimedMail, subject: string): string | null {
  for (const address of [to_address, ...cc])
    if (!MailAddress.safeParse(address).success) return `${JSON.stringify(address)} is no email address.`
  return MailSubject.safeParse(subject).success ? null : 'The subject must be one line.'
}

/** Records the outcome. */
async function take(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  { id, kind, tries, order_id: order }: ClaimedMail,
  claim: string,
  { kind: outcome, said }: MailOutcome,
): Promise<string | null> {
  const about = { mail: id, kind, order, said, tries }
  if (outcome === 'again' && tries < MOST_TRIES) {
    log.warn(about, 'the mail server did not take a mail, which will be tried again')
    await pool.query(
      `update mails set claim = null, claimed_at = null, handed_over_at = null, server_said = $3
        where id = $1 and claim = $2 and state = 'waiting'`,
      [id, claim, said],
    )
    return said
  }
  if (outcome !== 'sent') log.warn(about, `a mail was not sent: ${outcome}`)
  await settle(pool, id, claim, { state: outcome === 'again' ? 'refused' : outcome, said })
  return null
}

/** Settles a mail. An answer that comes after the mail counted as perhaps sent is still the truth. */
async function settle(
  pool: pg.Pool,
  id: string,
  claim: string,
  { state, said }: { state: 'sent' | 'perhaps' | 'refused' | 'dropped'; said: string },
): Promise<void> {
  await pool.query(
    `update mails set state = $3, server_said = $4, settled_at = now(), claim = null, claimed_at = null,
            attachment = case when $3 in ('sent', 'dropped') then null else attachment end
      where id = $1 and claim = $2`,
    [id, claim, state, said],
  )
}
