/**
 * All products there are, asked for once a minute at most (C290). Without their schema: signing out, which is part of the first file, forgets
 * them (docs/decisions/0157).
 */
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'

type Held = Promise<Pick<Product, 'upc' | 'name' | 'active'>[]>

/** A screen that opens later asks again: a colleague may have added a product. */
const HELD_MS = 60_000

const held = new WeakMap<Client, { at: number; answer: Held }>()

/** Returns the held products, or the answer of `ask`. An answer that fails, or is older than a minute, is not kept. */
export function holdProducts(client: Client, ask: () => Held): Held {
  const known = held.get(client)
  if (known && Date.now() - known.at < HELD_MS) return known.answer
  const answer = ask()
  held.set(client, { at: Date.now(), answer })
  answer.catch(() => held.delete(client))
  return answer
}

/** A product was added, changed or deleted, or the person signs out: the held products are not all of them any more. */
export const forgetProducts = (client: Client): boolean => held.delete(client)
