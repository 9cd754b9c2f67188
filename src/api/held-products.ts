/**
 * All products there are, asked for once (C290). Without their schema: signing out, which is part of the first file, forgets
 * them (docs/decisions/0157).
 */
import type { Product } from '#contract/products/schema.ts'
import type { Client } from './client.ts'

type Held = Promise<Pick<Product, 'upc' | 'name' | 'active'>[]>

const held = new WeakMap<Client, Held>()

/** What is held, or what `ask` answers; an answer that fails is not kept. */
export function holdProducts(client: Client, ask: () => Held): Held {
  const known = held.get(client)
  if (known) return known
  const asked = ask()
  held.set(client, asked)
  asked.catch(() => held.delete(client))
  return asked
}

/** A product was added, changed or deleted, or the person signs out: what is held is not all there is any more. */
export const forgetProducts = (client: Client): boolean => held.delete(client)
