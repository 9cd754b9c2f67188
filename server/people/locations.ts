/** Customers' locations (A297, A298, C285–C287): what everybody may read of them, and what the office keeps of each. */
import type pg from 'pg'
import { z } from 'zod'
import { Customer, CustomerCreate, CustomerPatch } from '#contract/people/customer.ts'
import { CompanyLocation } from '#contract/people/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Context } from '../platform/context.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { companyOf, mustSeeLocation, seeing, ofCompany } from '../platform/scope.ts'
import { filtersOf } from '../platform/filters.ts'
import { jsonRow, sendRow, sendSelected } from '../platform/json.ts'
import { callerOf } from '../platform/auth/proof.ts'
import { changing, IdParams, listing, routesOf, type App } from '../platform/routes.ts'
import { addCustomer, editCustomer } from './edit-locations.ts'
import { CUSTOMER_SQL, LOCATION_SQL } from './present.ts'

const people = { tags: ['people'] }
const ONLY_OFFICE = 'Only the office may change a customer.'

/** Notes, rates and mail addresses are for the office alone. */
const one = (pool: pg.Pool, person: Person, id: number) => {
  const isOffice = can(person, 'customers.write')
  return jsonRow(
    pool,
    isOffice ? 'customer' : 'location',
    `${isOffice ? CUSTOMER_SQL : LOCATION_SQL} where l.id = $2::int and ${ofCompany('$1', 'l')}`,
    [companyOf(person), id],
  )
}

export const locationRoutes = routesOf(addLocationReadRoutes, addLocationWriteRoutes)

function addLocationReadRoutes(app: App, context: Context): void {
  app.get(
    '/companylocations',
    {
      schema: listing(people, 'Company locations', CompanyLocation),
    },
    async ({ person, query }, reply) =>
      sendSelected(reply, context, {
        name: 'locations',
        filters: filtersOf({ company: ['l.company_id = $', companyOf(person)] }),
        sql: LOCATION_SQL,
        from: 'company_locations l',
        order: 'l.id',
        paging: query,
      }),
  )

  app.get(
    '/companylocations/:id',
    {
      schema: {
        ...people,
        summary: 'One company location; for the office with all that is kept of it',
        params: IdParams,
        response: { 200: z.union([Customer, CompanyLocation]) },
      },
    },
    async ({ person, params: { id } }, reply) => {
      return sendRow(reply, await one(context.pool, person, id), 'location')
    },
  )
}

function addLocationWriteRoutes(app: App, context: Context): void {
  const { pool } = context

  app.post(
    '/companylocations',
    {
      onRequest: app.mayDo('customers.write', ONLY_OFFICE),
      config: KEYED,
      schema: { ...people, summary: 'Add a customer', body: CustomerCreate, response: { 201: Customer } },
    },
    async (request, reply) => {
      const { person, body } = request
      const id = await addCustomer(context, person, body, keyedCall(request, reply))
      return sendRow(reply, await one(pool, person, id), 'location', 201)
    },
  )

  app.patch(
    '/companylocations/:id',
    {
      onRequest: [
        seeing((person, id) => mustSeeLocation(pool, person, id)),
        app.mayDo('customers.write', ONLY_OFFICE),
      ],
      schema: changing(people, 'Change a customer', CustomerPatch, Customer),
    },
    async (request, reply) => {
      const { person, params, body } = request
      await editCustomer(context, params.id, body, callerOf(request))
      return sendRow(reply, await one(pool, person, params.id), 'location')
    },
  )
}
