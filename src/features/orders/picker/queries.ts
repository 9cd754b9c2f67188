/** Who can be asked to pick an order (docs/decisions/0271). */
import { can, ROLE } from '#contract/permissions.ts'
import { User } from '#contract/people/schema.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'

/** B243: the fields that A162 does not list may be absent. */
const PossiblePicker = User.pick({
  id: true,
  username: true,
  role_id: true,
  is_staff: true,
  company: true,
  is_active: true,
  account_lock: true,
}).partial({ company: true, is_active: true, account_lock: true })

/** Usernames, pickers first. Kept, so that the list is there without a network. */
export const PICKERS: ServerQuery<string[]> = {
  queryKey: ['users', 'pickers'],
  isKept: true,
  async read(client, signal) {
    const users = await client.api('GET', 'users', {
      query: { no_page: 1 },
      schema: PossiblePicker.array(),
      signal,
    })
    return users
      .filter(({ company = null, ...user }) => {
        const maySignIn = user.is_active !== false && user.account_lock !== true
        return maySignIn && can({ ...user, company }, 'orders.pick')
      })
      .toSorted((a, b) => rank(a) - rank(b) || (a.username < b.username ? -1 : 1))
      .map(({ username }) => username)
  },
}
const rank = ({ role_id }: Pick<User, 'role_id'>) => (role_id === ROLE.picker ? 0 : 1)
