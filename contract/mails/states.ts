/**
 * The states of a mail. They are separate from the schemas, because the app's addresses need them, which are part of
 * the first screen.
 * `perhaps`: the mail was handed to the mail server, and no answer came back. Only a person sends it again.
 * `refused`: the mail server does not accept the mail, or none of twelve tries reached the server.
 */
export const MAIL_STATES = ['waiting', 'sent', 'perhaps', 'refused', 'dropped'] as const

/**
 * The most orders a day that are confirmed with a mail of their own, for one person and to one address
 * (docs/decisions/0183).
 */
export const CONFIRMATIONS_A_DAY = 30
