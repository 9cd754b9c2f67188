import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { queriesOf } from '#src/kit/query-client.ts'
import { listPricesQuery, listsOf, orderListsQuery } from './queries.ts'

/**
 * Asks for a customer's own lists and prices before they are opened: the phone in the walk-in has the usual list without
 * having shown it upstairs. Rejects with what the calls throw; nothing is lost by it.
 */
export async function keepUsualList(client: Client, person: User): Promise<void> {
  if (person.company === null) return
  const queries = queriesOf(person.id)
  const lists = await queries.fetchQuery(orderListsQuery(client, person.company))
  await Promise.all(
    listsOf(lists, person.company_location).map(({ id }) => queries.fetchQuery(listPricesQuery(client, id))),
  )
}
