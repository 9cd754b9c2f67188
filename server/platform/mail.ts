/** Sending mail by the mail server that the settings name (`MAIL_URL`, `MAIL_FROM`). */
import { hostname } from 'node:os'
import nodemailer from 'nodemailer'
import type { Env } from '../env.ts'
import { Problem } from './problem.ts'

export interface Mail {
  to: string
  cc?: readonly string[]
  subject: string
  text: string
  /** The same once more, for who reads HTML. */
  html?: string
  /** What stands before the @ of its Message-ID: a mail that has to be sent again is known by it. Unset: a random one. */
  id?: string
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[]
}

export interface Mailer {
  /**
   * Resolves when the mail server has taken the mail, with the addresses that it does not take mail for. Throws a Problem
   * that says why where nobody gets it.
   */
  send(mail: Mail): Promise<string[]>
}

/** A mail server that does not answer must not hold a person up. Milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function mailerOf({ MAIL_URL, MAIL_FROM }: Pick<Env, 'MAIL_URL' | 'MAIL_FROM'>): Mailer {
  if (!MAIL_URL)
    return {
      send: () => Promise.reject(new Problem(503, 'Mail is not set up on this server: MAIL_URL is not set.')),
    }
  const transport = nodemailer.createTransport({ url: MAIL_URL, ...PATIENCE })
  const from = MAIL_FROM ?? `orders@${hostname()}`
  const domain = from.replace(/^.*@|>$/g, '')
  return {
    async send({ id, to, cc = [], attachments = [], ...mail }) {
      try {
        const { rejected } = await transport.sendMail({
          ...mail,
          from,
          // One address each, whatever it holds: text would be read as a list of them.
          to: { name: '', address: to },
          cc: cc.map((address) => ({ name: '', address })),
          ...(id && { messageId: `<${id}@${domain}>` }),
          attachments: [...attachments],
          // What is mailed came with the call: nothing is read from this machine's files or from elsewhere.
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return rejected
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        throw new Problem(502, `The mail server did not take the mail: ${why}`)
      }
    },
  }
}
