/** The calls about an address that waits, and about what was changed of an account (docs/decisions/0182). */
import { z } from 'zod'
import { AccountChange, AccountLinkToken } from '#contract/people/account-change.ts'
import { User } from '#contract/people/schema.ts'
import { countLink } from '../platform/auth/throttle.ts'
import { instantSql, jsonRow, sendRow } from '../platform/json.ts'
import { IdParams, type Routes } from '../platform/routes.ts'
import { queryRows } from '../platform/rows.ts'
import { actorOf } from '../platform/security-events.ts'
import { confirmAddress, mailAddressAgain, mayEditUser, undoChange, withdrawAddress } from './own-address.ts'
import { USER_SQL } from './present.ts'

/** The size of a token, with room to spare: the caller is not signed in. */
const BODY_BYTES = 16 * 1024
const LINKS = [
  {
    path: 'confirmaddress',
    summary: 'Confirm an own new address by the link that was mailed',
    use: confirmAddress,
  },
  { path: 'undochange', summary: 'Undo a change of an account by the link that was mailed', use: undoChange },
]

export const accountRoutes: Routes = async (app, context) => {
  const { pool } = context

  for (const { path, summary, use } of LINKS)
    app.post(
      `/auth/${path}`,
      {
        bodyLimit: BODY_BYTES,
        schema: {
          tags: ['session'],
          summary,
          security: [],
          body: AccountLinkToken,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await countLink(pool, request.ip)
        await use(context, request.body.token, actorOf(request))
        return reply.code(204).send(null)
      },
    )

  const people = { tags: ['people'], params: IdParams }
  app.post(
    '/users/:id/waitingaddress',
    {
      schema: {
        ...people,
        summary: 'Mail the link once more that confirms the address that waits',
        response: { 202: z.null() },
      },
    },
    async ({ person, params: { id } }, reply) => {
      await mailAddressAgain(context, person, id)
      return reply.code(202).send(null)
    },
  )

  app.delete(
    '/users/:id/waitingaddress',
    { schema: { ...people, summary: 'Withdraw the address that waits', response: { 200: User } } },
    async ({ person, params: { id } }, reply) => {
      await withdrawAddress(context, person, id)
      return sendRow(reply, await jsonRow(pool, 'account', `${USER_SQL} where u.id = $1`, [id]), 'user')
    },
  )

  app.get(
    '/users/:id/accountchanges',
    {
      schema: {
        ...people,
        summary: 'The new passwords and addresses of an account, the newest first: 50 at most',
        response: { 200: AccountChange.array() },
      },
    },
    async ({ person, params: { id } }) => {
      mayEditUser(person, id)
      return queryRows(
        pool,
        AccountChange,
        `select c.id, c.what, ${instantSql('c.created_at')} as at, by.username as by, c.address_before as before,
                c.address_after as after, ${instantSql('c.undone_at')} as undone_at
           from account_changes c left join users by on by.id = c.changed_by
          where c.user_id = $1 order by c.id desc limit 50`,
        [id],
      )
    },
  )
}
