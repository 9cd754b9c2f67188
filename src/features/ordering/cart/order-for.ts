import { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { chooseCustomer } from '../carts.ts'
import { customerOf } from './customers.ts'

/** Makes a user the customer of the next order. Rejects with an Error in words. */
export async function orderFor(
  { engine, client }: { engine: Engine; client: Client },
  user: number,
): Promise<void> {
  const found = await client.api('GET', `users/${user}`, { schema: User })
  const customer = customerOf(found, await engine.db.locations.toArray())
  if (!customer) throw new Error(`The account of ${found.username} is closed: nothing can be ordered for it.`)
  await chooseCustomer(engine, customer)
}
