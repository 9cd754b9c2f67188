/** The calls behind a customer's order lists. */
import { CompanyLocation } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { ReadList, type SaveCall } from './list-draft.ts'

export interface CustomerLists {
  /** The location of the page's address; null where there is none. */
  customer: CompanyLocation | null
  /** All of its company's. */
  locations: CompanyLocation[]
  lists: ReadList[]
}

/** C330. */
export async function fetchLists(client: Client, id: number, signal: AbortSignal): Promise<CustomerLists> {
  const all = await client.api('GET', 'companylocations', {
    query: { no_page: 1 },
    schema: CompanyLocation.array(),
    signal,
  })
  const customer = all.find((location) => location.id === id) ?? null
  if (!customer) return { customer, locations: [], lists: [] }
  const { company_id } = customer
  const lists = await client.api('GET', 'orderlists', {
    query: { no_page: 1, company_id },
    schema: ReadList.array(),
    signal,
  })
  return { customer, locations: all.filter((location) => location.company_id === company_id), lists }
}

/** The list as the server then has it. */
export const saveList = (client: Client, { method, path, body }: SaveCall, idempotencyKey: string) =>
  client.api(method, path, { body, schema: ReadList, idempotencyKey })
