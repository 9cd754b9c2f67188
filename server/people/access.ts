/** On which devices a person signs in, and how they are invited to (docs/decisions/0278). */
import { secondSql } from '../platform/json.ts'
import { z } from 'zod'
import { INVITATION_DAYS, UserAccess } from '#contract/people/access.ts'
import { editProblem } from '#contract/people/user-rules.ts'
import type { Person } from '#contract/permissions.ts'
import { accountIsOpen } from '../platform/auth/open-account.ts'
import { transaction, type Context } from '../platform/context.ts'
import { KEYED, keyedCall, once, type KeyedCall } from '../platform/keyed.ts'
import { forbidden, notFound, Problem } from '../platform/problem.ts'
import { IdParams, type Routes } from '../platform/routes.ts'
import { queryRow, queryRows, TextIdRow } from '../platform/rows.ts'
import { recordEvent } from '../platform/security-events.ts'
import { mayEditUser } from './own-address.ts'

const SHOWN_DEVICES = 20

export const accessRoutes: Routes = async (app, context) => {
  app.get(
    '/users/:id/access',
    {
      schema: {
        tags: ['people'],
        summary: 'On which devices somebody signs in, and whether they were invited',
        params: IdParams,
        response: { 200: UserAccess },
      },
    },
    async ({ person, params: { id } }) => {
      mayEditUser(person, id)
      return readAccess(context, id)
    },
  )

  app.post(
    '/users/:id/invitation',
    {
      onRequest: app.hasProved('users.manage'),
      config: KEYED,
      schema: {
        tags: ['people'],
        summary: 'Mail a link that sets the first password',
        description: `For an account without any sign-in yet. The link sets a password for ${INVITATION_DAYS} days.`,
        params: IdParams,
        response: { 201: UserAccess },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      mayEditUser(request.person, id)
      await invite(context, request.person, id, keyedCall(request, reply))
      return reply.code(201).send(await readAccess(context, id))
    },
  )
}

const DeviceOfUser = UserAccess.shape.devices.element
const Invitation = UserAccess.shape.invitation.unwrap()

async function readAccess({ pool }: Context, id: number): Promise<UserAccess> {
  const [user, devices, invitation] = await Promise.all([
    pool.query('select from users where id = $1', [id]),
    queryRows(
      pool,
      DeviceOfUser,
      `select (array_agg(s.device_kind order by s.last_used_at desc))[1] as device_kind,
              ${secondSql('max(s.last_used_at)')} as last_used_at
         from sessions s where s.user_id = $1
        group by s.device_id order by max(s.last_used_at) desc limit ${SHOWN_DEVICES}`,
      [id],
    ),
    queryRow(
      pool,
      Invitation,
      `select ${secondSql('m.created_at')} as at, u.username as by, m.state as mail
         from mails m left join users u on u.id = m.created_by
        where m.user_id = $1 and m.kind = 'invitation' order by m.created_at desc limit 1`,
      [id],
    ),
  ])
  if (user.rowCount === 0) throw notFound('user')
  return { devices, invitation: invitation ?? null }
}

const Invited = z.object({
  id: z.number(),
  role_id: z.number(),
  username: z.string(),
  email: z.string(),
  is_open: z.boolean(),
  has_signed_in: z.boolean(),
})
type Invited = z.infer<typeof Invited>

/**
 * Puts the mail into the outbox, once for each key. While an invitation waits, no second one is made.
 * Throws 404, 403 as the call that edits a user, and 409 where no invitation is needed or possible.
 */
async function invite(context: Context, person: Person, id: number, keyed: KeyedCall): Promise<void> {
  const { env, outbox, pool } = context
  if (!outbox.sends)
    throw new Problem(409, 'This server sends no mail. Tell them their password yourself.', {
      code: 'no_mail_server',
    })
  await transaction(pool, (client) =>
    once(client, person, keyed, async () => {
      const invited = await queryRow(
        client,
        Invited,
        `select u.id, u.role_id, u.username, u.email, ${accountIsOpen(env, 'u')} as is_open,
                exists (select from sessions s where s.user_id = u.id) as has_signed_in
           from users u where u.id = $1 for no key update`,
        [id],
      )
      if (!invited) throw notFound('user')
      const problem = editProblem(person, invited)
      if (problem) throw forbidden(problem)
      mustBeInvitable(invited)
      const made = await queryRows(
        client,
        TextIdRow,
        `insert into mails (kind, user_id, created_by, to_address, subject, message_id)
           select 'invitation', $1, $2, $3, 'Your account', replace($4, '{}', gen_random_uuid()::text)
            where not exists (select from mails where user_id = $1 and kind = 'invitation' and state = 'waiting')
           returning id`,
        [id, person.id, invited.email, outbox.messageId('invitation-{}')],
      )
      await outbox.add(
        client,
        made.map((mail) => mail.id),
      )
      await recordEvent(client, keyed.actor, {
        kind: 'rights',
        about: invited.username,
        details: `Invited at ${invited.email}.`,
      })
      return String(id)
    }),
  )
  outbox.wake()
}

function mustBeInvitable({ username, email, is_open, has_signed_in }: Invited): void {
  if (!is_open) throw new Problem(409, `The account of ${username} is closed or locked.`)
  if (has_signed_in)
    throw new Problem(
      409,
      `${username} has signed in before. “Forgot password” on the sign-in page sets a new password.`,
    )
  if (email === '') throw new Problem(409, `${username} has no mail address.`)
}
