import type { MailKind, MailRow } from '#contract/mails/schema.ts'

export const MAIL_KIND_WORDS: Record<MailKind, string> = {
  order: 'Order',
  orders: 'Orders',
  invoice: 'Invoice',
  password: 'Password',
  invitation: 'Invitation',
  address: 'Address',
  undo: 'Account',
  dispute: 'Dispute',
  test: 'Test',
}

const BUSY = 'It is being sent at this moment.'

/** Why it cannot be sent, or cannot be dropped; false where it can. */
export function whyNotMailed({ state, is_sending }: MailRow): string | false {
  if (is_sending) return BUSY
  if (state === 'sent') return 'It was sent.'
  return state === 'dropped' && 'It was dropped.'
}

const PERHAPS_OLD = ' The invoice has changed since: sent again, the mail brings the PDF of then.'

/** Returns the question before a mail is sent. */
export const sendWords = ({ state, to, subject, is_outdated }: MailRow) => ({
  title: state === 'perhaps' ? 'Send it again?' : is_outdated ? 'Send the old invoice?' : 'Send it now?',
  act: state === 'perhaps' ? 'Send again' : is_outdated ? 'Send the old one' : 'Send',
  saving: 'Sending …',
  saved: 'The mail is on its way. Its state shows what becomes of it.',
  failed: 'The mail was not sent',
  body:
    state === 'perhaps'
      ? `“${subject}” was handed to the mail server, and no answer came back: ${to} may have it already, and would then get it twice.${is_outdated ? PERHAPS_OLD : ''}`
      : is_outdated
        ? `The invoice has changed since this mail was written. “${subject}” brings ${to} the PDF of then. To send the invoice as it is now, mail it from its page, and drop this one.`
        : `“${subject}” to ${to}.`,
})

export const dropWords = ({ to, subject }: MailRow) => ({
  title: 'Drop this mail?',
  act: 'Drop',
  kind: 'danger' as const,
  failed: 'The mail was not dropped',
  body: `“${subject}” to ${to} is then never sent.`,
})
