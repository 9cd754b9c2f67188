import type { MailKind, MailRow } from '#contract/mails/schema.ts'

export const KIND_WORDS: Record<MailKind, string> = {
  order: 'Order',
  orders: 'Orders',
  invoice: 'Invoice',
  password: 'Password',
  address: 'Address',
  undo: 'Account',
}

const BUSY = 'It is being sent at this moment.'

/** Why it cannot be sent, or cannot be dropped; false where it can. */
export function whyNot({ state, is_sending }: MailRow): string | false {
  if (is_sending) return BUSY
  if (state === 'sent') return 'It was sent.'
  return state === 'dropped' && 'It was dropped.'
}

/** What is asked before it is sent. */
export const sendWords = ({ state, to, subject }: MailRow) => ({
  title: state === 'perhaps' ? 'Send it again?' : 'Send it now?',
  act: state === 'perhaps' ? 'Send again' : 'Send',
  saving: 'Sending …',
  saved: 'The mail is on its way. Its state shows what becomes of it.',
  failed: 'The mail was not sent',
  body:
    state === 'perhaps'
      ? `“${subject}” was handed to the mail server, and no answer came back: ${to} may have it already, and would then get it twice.`
      : `“${subject}” to ${to}.`,
})

export const dropWords = ({ to, subject }: MailRow) => ({
  title: 'Drop this mail?',
  act: 'Drop',
  kind: 'danger' as const,
  failed: 'The mail was not dropped',
  body: `“${subject}” to ${to} is then never sent.`,
})
