/** The mails about an account's address and password (docs/decisions/0182). */
import { z } from 'zod'
import { AccountChangeKind } from '#contract/people/account-change.ts'
import { ACCOUNT_LINK_DAYS } from './account-changes.ts'

interface Mail {
  subject: string
  text: string
}

/**
 * Writes the mail to an address that is not confirmed. It contains no person's own words, not even a username, because
 * its reader may be a stranger.
 *
 * @param distributor its lines, its name first
 */
export function addressMail(link: string, distributor: readonly string[]): Mail {
  const name = distributor[0] ?? 'the house that you order from'
  return {
    subject: `Confirm your mail address for ${name}`,
    text: [
      `Somebody gave this address for their account at ${name}. To have the mails of that account come here, confirm it`,
      `within ${ACCOUNT_LINK_DAYS} days:`,
      '',
      link,
      '',
      'The link works once. If it was not you, do nothing.',
      '',
      ...distributor,
    ].join('\n'),
  }
}

export const UndoFacts = z.object({
  username: z.string(),
  what: AccountChangeKind,
  address_after: z.string(),
})
export type UndoFacts = z.infer<typeof UndoFacts>

/** Writes the mail to the former address after a change. */
export function undoMail(
  { username, what, address_after }: UndoFacts,
  link: string,
  distributor: readonly string[],
): Mail {
  const isAddress = what === 'address'
  return {
    // The subject omits the username. The account's holder chooses it, and a subject that is too long or has
    // two lines is refused.
    subject: `Your ${isAddress ? 'mail address' : 'password'} was changed: ${distributor[0] ?? 'your account'}`,
    text: [
      isAddress
        ? `The mail address of ${username} is ${address_after} from now on, and no longer this one.`
        : `The password of ${username} is another one from now on.`,
      '',
      `If it was you, do nothing. If it was not, undo it within ${ACCOUNT_LINK_DAYS} days:`,
      '',
      link,
      '',
      'That puts this address back, signs the account out everywhere and ends its password. A link that sets a new one then',
      'comes to this address.',
      '',
      ...distributor,
    ].join('\n'),
  }
}
