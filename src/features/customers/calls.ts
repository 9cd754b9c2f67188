/** The calls behind the customers list and a customer's form (C074, C286, C287). */
import { Customer } from '#contract/people/customer.ts'
import { CompanyLocation } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'

export const fetchCustomers = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'companylocations', { query: { no_page: 1 }, schema: CompanyLocation.array(), signal })

export const fetchCustomer = (client: Client, id: number, signal: AbortSignal) =>
  client.api('GET', `companylocations/${id}`, { schema: Customer, signal })

/** @param key the same for the same call, so that one whose answer was lost makes no second customer */
export const addCustomer = (client: Client, body: object, key: string) =>
  client.api('POST', 'companylocations/', { body, schema: Customer, idempotencyKey: key })

export const changeCustomer = (client: Client, id: number, body: object) =>
  client.api('PATCH', `companylocations/${id}`, { body, schema: Customer })
