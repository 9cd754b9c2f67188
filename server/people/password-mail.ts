/** The mails with the link that sets a password: a new one (docs/decisions/0112), or the first one (docs/decisions/0278). */
import { INVITATION_DAYS } from '#contract/people/access.ts'

/** @param distributor its lines, its name first */
export function passwordMail(
  username: string,
  link: string,
  distributor: readonly string[],
): { subject: string; text: string } {
  return {
    subject: `A new password for ${distributor[0] ?? 'your account'}`,
    text: [
      `Somebody asked for a new password for ${username}. Set it here within 30 minutes:`,
      '',
      link,
      '',
      'The link works once. If it was not you, do nothing: the password stays as it is.',
      '',
      ...distributor,
    ].join('\n'),
  }
}

/** @param distributor its lines, its name first */
export function invitationMail(
  username: string,
  link: string,
  distributor: readonly string[],
): { subject: string; text: string } {
  const name = distributor[0] ?? 'Larder'
  return {
    subject: `Your account at ${name}`,
    text: [
      `${name} has made an account for you. Your username is ${username}. Choose your password here within ${INVITATION_DAYS} days:`,
      '',
      link,
      '',
      'The link works once. If you do not know what this is about, do nothing.',
      '',
      ...distributor,
    ].join('\n'),
  }
}
