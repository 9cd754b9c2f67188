/** The mails of the house, as the office's screens ask for them (docs/decisions/0111). */
import { MailRow, type MailKind, type MailState } from '#contract/mails/schema.ts'
import { z } from 'zod'
import type { Client } from './client.ts'

const MailPage = z.object({ results: MailRow.array() })

/** All that is asked of the mails: what a change of one of them makes old. */
export const MAILS_KEY = ['mails']

/** The mails of one order, the newest first. */
export const fetchMailsOf = (client: Client, order: number, kind: MailKind, signal: AbortSignal) =>
  client.api('GET', 'mails', { query: { order, kind, no_page: 1 }, schema: MailRow.array(), signal })

/** So many of them, the newest first. */
export const fetchNewestMails = async (client: Client, kind: MailKind, limit: number, signal: AbortSignal) =>
  (await client.api('GET', 'mails', { query: { kind, limit, offset: 0 }, schema: MailPage, signal })).results

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
