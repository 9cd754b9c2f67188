/** Users and company locations (A §7). */
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import { CompanyLocation, User } from '#contract/people/schema.ts'
import { companyOf } from '../orders/scope.ts'
import { jsonRow, sendJson, sendList } from '../platform/json.ts'
import { notFound } from '../platform/problem.ts'
import { numberText, paged, paging, type Routes } from '../platform/routes.ts'
import { LOCATION_SQL, USER_SQL } from './present.ts'

const people = { tags: ['people'] }
const one = z.object({ id: numberText })
/** Readings: `GET users` gives non-staff only their own record. A picker is staff here only where the flag says so. */
const onlySelf = (person: Person) => (person.is_staff ? null : person.id)

export const peopleRoutes: Routes = async (app, { pool }) => {
  app.get(
    '/users',
    {
      preHandler: app.signedIn,
      schema: { ...people, summary: 'Users', querystring: z.object(paging), response: { 200: paged(User) } },
    },
    async ({ person, query }, reply) =>
      sendList(reply, pool, {
        name: 'users',
        select: `${USER_SQL} where ($1::int is null or u.id = $1) order by u.id`,
        count: 'select 1 from users u where ($1::int is null or u.id = $1)',
        values: [onlySelf(person)],
        paging: query,
      }),
  )

  app.get(
    '/users/:id',
    {
      preHandler: app.signedIn,
      schema: { ...people, summary: 'One user', params: one, response: { 200: User } },
    },
    async ({ person, params }, reply) => {
      const json = await jsonRow(
        pool,
        'user',
        `${USER_SQL} where u.id = $2::int and ($1::int is null or u.id = $1)`,
        [onlySelf(person), params.id],
      )
      if (!json) throw notFound('user')
      return sendJson(reply, json) as never
    },
  )

  app.get(
    '/companylocations',
    {
      preHandler: app.signedIn,
      schema: {
        ...people,
        summary: 'Company locations',
        querystring: z.object(paging),
        response: { 200: paged(CompanyLocation) },
      },
    },
    async ({ person, query }, reply) =>
      sendList(reply, pool, {
        name: 'locations',
        select: `${LOCATION_SQL} where ($1::int is null or l.company_id = $1) order by l.id`,
        count: 'select 1 from company_locations l where ($1::int is null or l.company_id = $1)',
        values: [companyOf(person)],
        paging: query,
      }),
  )

  app.get(
    '/companylocations/:id',
    {
      preHandler: app.signedIn,
      schema: { ...people, summary: 'One company location', params: one, response: { 200: CompanyLocation } },
    },
    async ({ person, params }, reply) => {
      const json = await jsonRow(
        pool,
        'location',
        `${LOCATION_SQL} where l.id = $2::int and ($1::int is null or l.company_id = $1)`,
        [companyOf(person), params.id],
      )
      if (!json) throw notFound('location')
      return sendJson(reply, json) as never
    },
  )
}
