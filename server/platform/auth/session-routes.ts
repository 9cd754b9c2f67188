/** One's own sessions: seeing them, and ending one or all (docs/decisions/0196). */
import { instantSql } from '../json.ts'
import { z } from 'zod'
import { MOST_SESSIONS_LISTED, OwnSession } from '#contract/people/sessions.ts'
import { transaction } from '../context.ts'
import { notFound } from '../problem.ts'
import type { Routes } from '../routes.ts'
import { sessionLives } from './session-life.ts'
import { endOwnSession, endSessionsOf } from './tokens.ts'

const about = (summary: string) => ({ tags: ['session'], summary })

export const sessionRoutes: Routes = async (app, { pool, clock, people }) => {
  app.get(
    '/sessions',
    {
      schema: {
        ...about(`One's own sessions, the last used first: ${MOST_SESSIONS_LISTED} at most`),
        response: { 200: OwnSession.array() },
      },
    },
    async ({ person, session }) => {
      const { rows } = await pool.query<OwnSession>({
        name: 'own sessions',
        text: `select s.id, s.device_kind, ${instantSql('s.created_at')} as begun_at, ${instantSql('s.last_used_at')} as last_used_at,
                      s.id = $2 as is_this
                 from sessions s join users u on u.id = s.user_id
                where s.user_id = $1 and ${sessionLives('$3::timestamptz')}
                order by is_this desc, s.last_used_at desc, s.id desc limit ${MOST_SESSIONS_LISTED}`,
        values: [person.id, session, clock()],
      })
      return rows
    },
  )

  app.delete(
    '/sessions/:id',
    {
      schema: {
        ...about('End one of one’s own sessions'),
        params: z.object({ id: z.uuid() }),
        response: { 204: z.null() },
      },
    },
    async ({ person, params: { id } }, reply) => {
      if (!(await endOwnSession(pool, person.id, id, clock()))) throw notFound('session')
      people.forget(person.id)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/sessions',
    { schema: { ...about('Sign out everywhere, here too'), response: { 204: z.null() } } },
    async ({ person }, reply) => {
      await transaction(pool, (client) => endSessionsOf(client, person.id, clock()))
      people.forget(person.id)
      return reply.code(204).send(null)
    },
  )
}
