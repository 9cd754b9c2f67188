/** What a customer's form asks and calls (C286, C287). */
import { CustomerGlance, Pace } from '#contract/customers/glance.ts'
import { Customer } from '#contract/people/customer.ts'
import type { Client } from '#src/api/client.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'

/** What a change of a customer makes old; the last is who can be ordered for. */
export const CUSTOMERS_CHANGED = [['companylocations'], ['customers']] as const

export const customerQuery = (id: number): ServerQuery<Customer> => ({
  queryKey: ['companylocations', id],
  read: (client, signal) => client.api('GET', `companylocations/${id}`, { schema: Customer, signal }),
  isForm: true,
})

export const glanceQuery = (id: number): ServerQuery<CustomerGlance> => ({
  queryKey: ['companylocations', id, 'glance'],
  isAskedAnew: true,
  read: (client, signal) =>
    client.api('GET', `companylocations/${id}/glance`, { schema: CustomerGlance, signal }),
})

/** Customers who have not ordered for longer than they usually pause. */
export const QUIET_LOCATIONS: ServerQuery<Pace[]> = {
  queryKey: ['companylocations', 'quiet'],
  read: (client, signal) => client.api('GET', 'quietlocations', { schema: Pace.array(), signal }),
}

/** @param key the same for the same call, so that one whose answer was lost makes no second customer */
export const addCustomer = (client: Client, body: object, key: string) =>
  client.api('POST', 'companylocations/', { body, schema: Customer, idempotencyKey: key })

export const changeCustomer = (client: Client, id: number, body: object) =>
  client.api('PATCH', `companylocations/${id}`, { body, schema: Customer })
