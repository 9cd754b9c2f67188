/** The mails of the house, as the office's screens ask for them (docs/decisions/0111). */
import { MailRow, type MailKind, type MailState } from '#contract/mails/schema.ts'
import type { Client } from '#src/api/client.ts'

/** All that is asked of the mails: what a change of one of them makes old. */
export const MAILS_KEY = ['mails']

/** The mails of one order, the newest first. */
export const fetchMailsOf = (client: Client, order: number, kind: MailKind, signal: AbortSignal) =>
  client.api('GET', 'mails', { query: { order, kind, no_page: 1 }, schema: MailRow.array(), signal })

/** Those of the invoices that the orders of a delivery day have now, the newest first. */
export const fetchInvoiceMails = (client: Client, delivery_date: string, signal: AbortSignal) =>
  client.api('GET', 'mails', { query: { delivery_date, no_page: 1 }, schema: MailRow.array(), signal })

/** Whether it changes by itself, soon. */
export const isMoving = ({ state, is_sending, server_said }: MailRow): boolean =>
  is_sending || (state === 'waiting' && server_said === '')

export const STATE_WORDS: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  perhaps: 'Perhaps sent',
  refused: 'Refused',
  dropped: 'Dropped',
}
