/** Hands a mail to the mail server that the settings name (`SMTP_URL`, `MAIL_FROM`), and returns the outcome. */
import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Env } from '../env.ts'
import { isLoopback } from '../platform/addresses.ts'

export interface Letter {
  to: string
  cc: readonly string[]
  subject: string
  text: string
  /** The same text, for readers of HTML. */
  html?: string
  /** With its brackets. It identifies a mail that is sent again. */
  messageId: string
  attachments: readonly { filename: string; content: Buffer; contentType: string }[]
}

/**
 * The outcome of a hand-over. `said` is the mail server's words.
 * - sent: the server took it; `said` names the addresses that get none, or is empty
 * - refused: the server will never take it
 * - again: the server did not take it, and may later
 * - perhaps: all of it may have arrived, and no answer came
 */
export interface MailOutcome {
  kind: 'sent' | 'refused' | 'again' | 'perhaps'
  said: string
}

export interface MailServer {
  /**
   * Hands a mail over. Never rejects.
   * @param handOver awaited once the mail server asks for the text, and before it gets any of it; the mail is not
   *   handed over where it rejects
   * @param signal ends the attempt
   */
  hand(letter: Letter, handOver: () => Promise<void>, signal: AbortSignal): Promise<MailOutcome>
}

/** In ms. A server may examine a mail for a while before it takes it. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Returns the part of our Message-IDs after the @. */
export const domainOf = (from: string): string => from.replace(/^.*@|>$/g, '')

/**
 * Whether mails may travel unencrypted to the mail server at this `SMTP_URL`. STARTTLS alone is no protection: an
 * attacker on the way can remove it from the server's greeting, and could then read the password and the links.
 */
export function allowsClearText(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  return protocol === 'smtp:' && (isLoopback(hostname) || searchParams.get('tls') === 'off')
}

/** Returns nodemailer's options of an `SMTP_URL`. */
export function connectionOf(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl)
  // `tls` is our own parameter. `requireTLS` in the address would override the option beside it.
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
      // The stream is read once the mail server has answered DATA, and not before.
      transport.use('stream', ({ message }, done) => {
        const whole = message.createReadStream()
        message.createReadStream = () => Readable.from(content(whole), { objectMode: false })
        done()
      })
      try {
        const { rejectedErrors = [] } = await transport.sendMail({
          ...letter,
          from,
          // Each value is one address, whatever it holds: nodemailer would read text as a list of them.
          to: { name: '', address: to },
          cc: cc.map((address) => ({ name: '', address })),
          attachments: [...attachments],
          signal,
          // All contents of a mail are in the database: nodemailer reads nothing from this machine's files or
          // from elsewhere.
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

/** What nodemailer reports of a failure (its errors.d.ts). */
interface Failure {
  message: string
  code?: string
  /** The code of RFC 5321; only where the server answered. */
  responseCode?: number
  response?: string
}

/** The codes of one mail or its addresses. A 5xx of the greeting or of the sign-in says nothing of the mail. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE']

/** @param isHandedOver whether the mail server may have the text */
function outcomeOf(error: unknown, isHandedOver: boolean): MailOutcome {
  const { code = '', responseCode, response, message } = error as Failure
  const said =
    code === 'ETLS' ? `${message}. Mail is sent over TLS only (docs/mail.md).` : (response ?? message)
  // The server did not answer what came before the text, or the text.
  if (responseCode === undefined && isHandedOver) return { kind: 'perhaps', said }
  // An address that nodemailer itself cannot write has no answer either.
  const isFinal = responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500
  return { kind: isFinal && ABOUT_THE_MAIL.includes(code) ? 'refused' : 'again', said }
}

/** Returns the mail server; null where mail is not set up. `server/env.ts` ensures that none or all are set. */
export function mailServerOf({
  SMTP_URL,
  MAIL_FROM,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>): MailServer | null {
  return SMTP_URL && MAIL_FROM ? mailServerAt(SMTP_URL, MAIL_FROM) : null
}
