/** Which accounts may be used on this server. */
import { ACCOUNT_CLOSED } from '#contract/people/session-codes.ts'
import type { Env } from '../../env.ts'
import { Problem } from '../problem.ts'

/** Returns the answer to the right password of a closed account. A device then forgets how to sign in to it offline. */
export const accountClosed = () =>
  new Problem(401, 'This account is locked. Please speak to your administrator.', { code: ACCOUNT_CLOSED })

/**
 * SQL condition on a row of `users` under the given alias: the account may be used. Everybody knows the password of the
 * demo's accounts, so they are closed where the server is no demo (docs/decisions/0175).
 */
export function accountIsOpen({ DEMO }: Pick<Env, 'DEMO'>, users = 'users'): string {
  const open = `${users}.is_active and not ${users}.account_lock`
  if (DEMO) return open
  return `${open} and not exists (
    select from demo_rows d where d.table_name = 'users' and d.key = ${users}.id::text)`
}
