/** The rules of the share dialog (B162–B167). Pure. */
import type { MailRow } from '#contract/mails/schema.ts'

/** B164: beside the one that it is sent to. */
export const MOST_COPIES = 4
/** B166. */
const FEWEST_CHARACTERS = 3

/** B162, B163, B166: contains "@" and a dot, and is not shorter than any address. */
export const isAddress = (text: string): boolean =>
  text.trim().length >= FEWEST_CHARACTERS && text.includes('@') && text.includes('.')

/** The copies with the one that is being typed, where it may be added: who sends without pressing Add meant it all the same. */
export const withTyped = (copies: readonly string[], text: string): readonly string[] =>
  mayAdd(copies, text) ? [...copies, text.trim()] : copies

export const mayAdd = (copies: readonly string[], text: string): boolean =>
  copies.length < MOST_COPIES && isAddress(text)

/** Returns the outcome of an invoice's mail, by the answer of its call. */
export function sentWords(
  { state, server_said }: Pick<MailRow, 'state' | 'server_said'>,
  to: string,
): string {
  if (state === 'perhaps') return `The invoice was perhaps sent to ${to}.`
  if (state === 'refused' || state === 'dropped') return `The invoice was not sent to ${to}.`
  return state === 'waiting' && server_said !== ''
    ? `The invoice to ${to} is not sent yet.`
    : `The invoice is on its way to ${to}.`
}
