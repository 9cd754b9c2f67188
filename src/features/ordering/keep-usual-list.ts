import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { keepListPrices, keepLists, keepUsual } from '#src/sync/store/kept-lists.ts'

/** A company with more is asked for the prices of the location that an order goes to, when it is chosen. */
const MOST_LOCATIONS = 6

/**
 * Asks for a customer's own lists before they are opened, with their prices at each of their locations: the phone in the
 * walk-in has the usual list without having shown it upstairs. Rejects with what the calls throw; nothing is lost by it.
 */
export async function keepUsualList({ db }: Engine, client: Client, person: User): Promise<void> {
  if (person.company === null) return
  const keeping = { db, client, now: () => Date.now() }
  await keepUsual(keeping, person.company)
  const lists = await keepLists(keeping, person.company, person.company_location)
  if (person.company_location.length > MOST_LOCATIONS) return
  for (const list of lists)
    for (const location of person.company_location)
      if (location !== list.company_location) await keepListPrices(keeping, list, location)
}
