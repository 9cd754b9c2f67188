/** What decides which rows a person receives, and in which form: the same for all people who may see the same. */
import type pg from 'pg'
import { z } from 'zod'
import { can, type Person } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Table } from '#contract/sync/entities.ts'
import { pricedBy, type PriceBasis } from '../fees/margins.ts'
import { companyOf } from '../platform/scope.ts'
import { productView, type ProductView } from '../products/present.ts'
import { scoped, windowOf, type Scoped } from './scope.ts'

/** All that a reader uses of the person: two people with the same `viewKey` read the same rows. */
interface View {
  staff: boolean
  view: ProductView
  /** Whose prices the person's products show. */
  basis: PriceBasis
  /** Parameters $1 to $3 of every scope condition. */
  scope: [company: number | null, from: string, to: string]
  /** The locations that the person orders for; null for no limit. */
  locations: number[] | null
}

export interface FeedReader extends View {
  client: pg.ClientBase
  tables: Record<Table, Scoped>
}

/** Some rows of a table in the order of their keys: the list as JSON, their number and the last key. */
export const TablePage = z.object({ list: z.string(), count: z.number(), last: z.string().nullable() })
export type TablePage = z.infer<typeof TablePage>

/** @param day the distributor's day, around which the window of orders is */
export function readerOf(
  client: pg.ClientBase,
  person: Person,
  { day, basis, locations }: { day: string; basis: PriceBasis; locations: number[] | null },
): FeedReader {
  const window = windowOf(day)
  const staff = can(person, 'catalogue.see-all')
  const view = productView(person)
  return {
    client,
    staff,
    view,
    basis,
    scope: [companyOf(person), window.from, window.to],
    locations,
    tables: scoped(staff, view),
  }
}

/** Returns everything of a reader that decides what it reads. */
export const viewKey = ({ staff, view, basis, scope, locations }: View): string =>
  JSON.stringify([staff, view, basis, scope, locations])

/** Whether a person sees everything at the house's own prices, so that their view needs no statement. */
export const seesWholeHouse = (person: Person): boolean =>
  companyOf(person) === null && can(person, 'catalogue.see-all')

/**
 * Returns the rows of a query as they leave the server, as JSON. A person outside the house gets products with their
 * own prices.
 */
export async function priced({ client, basis }: FeedReader, table: Table, list: string): Promise<string> {
  if (table !== 'products' || basis === 'own') return list
  return JSON.stringify(await pricedBy(client, JSON.parse(list) as Product[], basis))
}
