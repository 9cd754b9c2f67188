/** What a 401 of ours says in `code`, so that one of a proxy or a portal on the way is not taken for it. */

/** The token, or the session behind it, is not good any more: only this ends a session on a device. */
export const SIGN_IN_NEEDED = 'sign_in_needed'
/** The name and the password were right, and the account is locked or closed. */
export const ACCOUNT_LOCKED = 'account_locked'
