/** The mail with the link that sets a new password (docs/decisions/0112). */

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
