/** Handing a mail to the mail server that the settings name (`SMTP_URL`, `MAIL_FROM`), and what came of it. */
import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Env } from '../env.ts'
import { isLoopback } from '../platform/addresses.ts'

export interface Letter {
  to: string
  cc: readonly string[]
  subject: string
  text: string
  /** The same once more, for who reads HTML. */
  html?: string
  /** With its brackets. A mail that is sent again is known by it. */
  messageId: string
  attachments: readonly { filename: string; content: Buffer; contentType: string }[]
}

/**
 * What came of handing a mail over. `said` is the mail server's words.
 * - sent: it was taken; `said` names the addresses that get none, or is empty
 * - refused: it never will be
 * - again: it was not, and may be later
 * - perhaps: all of it may have arrived, and nothing was heard of it
 */
export interface MailOutcome {
  kind: 'sent' | 'refused' | 'again' | 'perhaps'
  said: string
}

export interface MailServer {
  /**
   * Never rejects.
   * @param handOver awaited once the mail server asks for the text, and before it gets any of it; the mail is not handed
   *   over where it rejects
   * @param signal ends the attempt
   */
  hand(letter: Letter, handOver: () => Promise<void>, signal: AbortSignal): Promise<MailOutcome>
}

/** Milliseconds. A server may look at a mail for a while before it takes it. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** What stands behind the @ of our Message-IDs. */
export const domainOf = (from: string): string => from.replace(/^.*@|>$/g, '')

/**
 * Whether mails may travel unencrypted to the mail server at this `SMTP_URL`. STARTTLS alone is no protection: whoever
 * sits on the way can leave it out of the server's greeting, and would then read the password and the links.
 */
export function allowsClearText(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  return protocol === 'smtp:' && (isLoopback(hostname) || searchParams.get('tls') === 'off')
}

/** How to connect: nodemailer's options of an `SMTP_URL`. */
export function connectionOf(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl)
  // `tls` is ours. `requireTLS` in the address would win over the option beside it.
  for (const name of ['tls', 'requireTLS']) url.searchParams.delete(name)
  return { url: url.href, requireTLS: url.protocol === 'smtp:' && !allowsClearText(smtpUrl) }
}

function mailServerAt(url: string, from: string): MailServer {
  return {
    async hand({ to, cc, attachments, ...letter }, handOver, signal) {
      let isHandedOver = false
      async function* content(message: Readable) {
        await handOver()
        isHandedOver = true
        yield* message
      }
      const transport = nodemailer.createTransport({ ...connectionOf(url), ...PATIENCE })
      // The stream is read from where the mail server has answered DATA, and not before.
      transport.use('stream', ({ message }, done) => {
        const whole = message.createReadStream()
        message.createReadStream = () => Readable.from(content(whole), { objectMode: false })
        done()
      })
      try {
        const { rejectedErrors = [] } = await transport.sendMail({
          ...letter,
          from,
          // One address each, whatever it holds: text would be read as a list of them.
          to: { name: '', address: to },
          cc: cc.map((address) => ({ name: '', address })),
          attachments: [...attachments],
          signal,
          // What is mailed lies in the database: nothing is read from this machine's files or from elsewhere.
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        const said = rejectedErrors.map((error) => `${error.recipient}: ${error.response ?? error.message}`)
        return { kind: 'sent', said: said.join('\n') }
      } catch (error) {
        return outcomeOf(error, isHandedOver)
      }
    },
  }
}

/** What nodemailer tells of a failure (its errors.d.ts). */
interface Failure {
  message: string
  code?: string
  /** Of RFC 5321; only where the server answered. */
  responseCode?: number
  response?: string
}

/** Of one mail or its addresses; 5xx of the greeting or of the sign-in says nothing of the mail. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE']

/** @param isHandedOver whether the mail server may have the text */
function outcomeOf(error: unknown, isHandedOver: boolean): MailOutcome {
  const { code = '', responseCode, response, message } = error as Failure
  const said =
    code === 'ETLS' ? `${message}. Mail is sent over TLS only (docs/mail.md).` : (response ?? message)
  // No answer to what was said before the text, or to the text.
  if (responseCode === undefined && isHandedOver) return { kind: 'perhaps', said }
  // An address that nodemailer itself cannot write down has no answer either.
  const isFinal = responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500
  return { kind: isFinal && ABOUT_THE_MAIL.includes(code) ? 'refused' : 'again', said }
}

/** Mail needs all three; `server/env.ts` sees that none or all are set. */
export function mailServerOf({
  SMTP_URL,
  MAIL_FROM,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>): MailServer | null {
  return SMTP_URL && MAIL_FROM ? mailServerAt(SMTP_URL, MAIL_FROM) : null
}
