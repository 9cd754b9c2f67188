/** A forgotten password: the mailed link, and its use (docs/decisions/0112). */
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { ForgotPassword, NewPassword, User } from '#contract/people/schema.ts'
import { accountIsOpen } from '../platform/auth/open-account.ts'
import { countLink, countQuestion } from '../platform/auth/throttle.ts'
import { endSessionsOf } from '../platform/auth/tokens.ts'
import { transaction, type Context } from '../platform/context.ts'
import { Problem } from '../platform/problem.ts'
import type { Routes } from '../platform/routes.ts'
import { queryRow } from '../platform/rows.ts'
import { actorOf, recordEvent } from '../platform/security-events.ts'
import { newHash } from './commands.ts'
import { queuePasswordMail, usePasswordLink } from './password-links.ts'
import { updateUser } from './store.ts'

/**
 * Longer than it takes to find a name and write a mail. The answer takes as long for every name, so its time reveals
 * nothing of it.
 */
const ANSWER_MS = 250

/** The size of a name or a token, with room to spare: the caller is not signed in. */
const BODY_BYTES = 16 * 1024

/** The fields that a new password is compared with. */
const Owner = User.pick({ username: true, email: true, first_name: true, last_name: true })

export const forgottenRoutes: Routes = async (app, context) => {
  const { pool, env, outbox, clock } = context
  const about = (summary: string) => ({ tags: ['session'], summary, security: [] })

  app.post(
    '/auth/forgotpassword',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        ...about('Ask for a link by mail that sets a new password'),
        body: ForgotPassword,
        response: { 202: z.null() },
      },
    },
    async ({ body: { username }, ip }, reply) => {
      await countQuestion(pool, username, ip)
      if (!outbox.sends)
        throw new Problem(409, 'This server sends no mail. The office can set a new password for you.', {
          code: 'no_mail_server',
        })
      await Promise.all([queueLink(context, username), delay(ANSWER_MS)])
      return reply.code(202).send(null)
    },
  )

  app.post(
    '/auth/newpassword',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        ...about('Set a new password by the link that was mailed'),
        body: NewPassword,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { token, ...passwords } = request.body
      await countLink(pool, request.ip)
      const user = await transaction(pool, async (client) => {
        const now = clock()
        const id = await usePasswordLink(client, token, now)
        const owner = await queryRow(
          client,
          Owner,
          `select username, email, first_name, last_name from users
            where id = $1 and ${accountIsOpen(env)} for no key update`,
          [id],
        )
        if (id === null || !owner)
          throw new Problem(410, 'This link was used already, or is over. Please ask for a new one.', {
            code: 'link_over',
          })
        // A refused password leaves the link as it was.
        await updateUser(client, id, {
          password_hash: await newHash(passwords, owner),
          // The holder of the account until now may have asked for it.
          waiting_email: '',
        })
        await endSessionsOf(client, id, now)
        await recordEvent(client, actorOf(request), {
          kind: 'password',
          about: owner.username,
          details: 'A new one was set by the link of a mail.',
        })
        return id
      })
      context.people.forget(user)
      return reply.code(204).send(null)
    },
  )
}

/** Queues the mail with the link to the person with this name. */
async function queueLink(context: Context, username: string): Promise<void> {
  await transaction(context.pool, (client) => queuePasswordMail(context, client, { username }))
  context.outbox.wake()
}
