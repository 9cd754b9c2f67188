/**
 * What a mail may be in: without the schemas, for the addresses, which are part of the first screen.
 * `perhaps`: it was handed to the mail server, and no answer came back. Nobody but a person sends that one again.
 * `refused`: the mail server does not take it, or none of twelve tries reached it.
 */
export const MAIL_STATES = ['waiting', 'sent', 'perhaps', 'refused', 'dropped'] as const

/** Orders that are confirmed with a mail of their own, for one person and to one address (docs/decisions/0183). */
export const CONFIRMATIONS_A_DAY = 30
