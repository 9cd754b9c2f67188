/** Users (B §7). */
import type pg from 'pg'
import { z } from 'zod'
import { UserCreate, UserPatch } from '#contract/people/edit.ts'
import type { Person } from '#contract/permissions.ts'
import { Colleague, User } from '#contract/people/schema.ts'
import { ONLY_MANAGERS } from '#contract/people/user-rules.ts'
import type { Context } from '../platform/context.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { callerOf } from '../platform/auth/proof.ts'
import { filtersOf } from '../platform/filters.ts'
import { jsonRow, sendList, sendRow, sendSelected } from '../platform/json.ts'
import { companyOf, IS_CUSTOMERS_SQL } from '../platform/scope.ts'
import { changing, IdParams, listing, paged, paging, routesOf, type App } from '../platform/routes.ts'
import { addUser, editUser } from './commands.ts'
import { COLLEAGUE_SQL, USER_SQL } from './present.ts'

const people = { tags: ['people'] }
/** Readings: `GET users` gives non-staff only their own record. A picker is staff here only where the flag says so. */
const onlySelf = (person: Person) => (person.is_staff ? null : person.id)

const oneUser = (pool: pg.Pool, person: Person, id: number) =>
  jsonRow(pool, 'user', `${USER_SQL} where u.id = $2::int and ($1::int is null or u.id = $1)`, [
    onlySelf(person),
    id,
  ])

export const peopleRoutes = routesOf(addUserReadRoutes, addUserWriteRoutes)

function addUserReadRoutes(app: App, context: Context): void {
  app.get(
    '/users',
    {
      schema: listing(people, 'Users', User),
    },
    async ({ person, query }, reply) =>
      sendSelected(reply, context, {
        name: 'users',
        filters: filtersOf({ self: ['u.id = $', onlySelf(person)] }),
        sql: USER_SQL,
        from: 'users u',
        order: 'u.id',
        paging: query,
      }),
  )

  app.get(
    '/colleagues',
    {
      onRequest: app.mayDo('orders.place-for-colleagues'),
      schema: {
        ...people,
        summary: 'People of the own company for whom the caller may order',
        description: 'Active people only. For role 20; staff choose among all users.',
        querystring: z.object(paging),
        response: { 200: paged(Colleague) },
      },
    },
    async ({ person, query }, reply) => {
      const ofCompany = `u.company_id = $1::int and u.is_active and ${IS_CUSTOMERS_SQL}`
      return sendList(reply, context, {
        name: 'colleagues',
        select: `${COLLEAGUE_SQL} where ${ofCompany} order by u.id`,
        count: `select 1 from users u where ${ofCompany}`,
        values: [companyOf(person)],
        paging: query,
      })
    },
  )

  app.get(
    '/users/:id',
    {
      schema: { ...people, summary: 'One user', params: IdParams, response: { 200: User } },
    },
    async ({ person, params }, reply) => {
      return sendRow(reply, await oneUser(context.pool, person, params.id), 'user')
    },
  )
}

function addUserWriteRoutes(app: App, context: Context): void {
  app.post(
    '/users',
    {
      onRequest: [app.mayDo('users.manage', ONLY_MANAGERS), app.hasProved('users.manage')],
      config: KEYED,
      schema: { ...people, summary: 'Add a user', body: UserCreate, response: { 201: User } },
    },
    async (request, reply) => {
      const { person, body } = request
      // Only the slow hash of a password is kept, so the password is no part of the call's fingerprint.
      const {
        new_password: _new,
        new_password_confirm: _confirm,
        old_password: _old,
        ...fingerprinted
      } = body
      const keyed = keyedCall(request, reply)
      const id = await addUser(context, person, body, {
        ...keyed,
        call: ['POST', '/api/users', fingerprinted],
      })
      return sendRow(reply, await oneUser(context.pool, person, id), 'user', 201)
    },
  )

  app.patch(
    '/users/:id',
    {
      schema: changing(people, 'Change a user, or one’s own record', UserPatch, User),
    },
    async (request, reply) => {
      const { person, body } = request
      const { id } = request.params
      await editUser(context, person, id, body, callerOf(request))
      return sendRow(reply, await oneUser(context.pool, person, id), 'user')
    },
  )
}
