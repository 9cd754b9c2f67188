/** What a 401 of ours says in `code`, so that one of a proxy or a portal on the way is not taken for it. */

/** The token, or the session behind it, is not good any more: only this ends a session on a device. */
export const SIGN_IN_NEEDED = 'sign_in_needed'
/** The account is locked or closed: a device forgets how to sign in to it without a network. */
export const ACCOUNT_CLOSED = 'account_closed'

/** A 401: the password was right, and a passkey or a recovery code has to follow (decision 0219). */
export const SECOND_FACTOR = 'second_factor'
/** A 401 of a sign-in: the password was right, the role needs a passkey, and the person has none yet. A 409 of their last one's removal. */
export const PASSKEY_NEEDED = 'passkey_needed'
/** A 410: the step after the password took too long, or had too many wrong answers. */
export const ATTEMPT_OVER = 'attempt_over'

/** A 403: the password was not typed in this session for a while, and this call needs that (decision 0195). */
export const PASSWORD_NEEDED = 'password_needed'
