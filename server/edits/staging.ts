/** Loads and locks the staged orders that a batch of edits changes, with what only the server knows of them. */
import type pg from 'pg'
import { z } from 'zod'
import { stagedRowsOf } from '#contract/orders/place.ts'
import type { Edit } from '#contract/orders/mutations.ts'
import { readStagedId, StagedItem } from '#contract/ordering/staged.ts'
import type { Person } from '#contract/permissions.ts'
import { Product } from '#contract/products/schema.ts'
import type { Staging } from '#contract/sync/world.ts'
import { STAGED_SQL } from '../ordering/present.ts'
import { together } from '../platform/context.ts'
import { queryRows } from '../platform/rows.ts'
import { replaceableProducts } from '../ordering/replaceable.ts'
import { companyOf, orderingLocations, ofCompany } from '../platform/scope.ts'
import { customerProducts } from '../products/present.ts'

/** A staged order as a batch meets it. */
export interface StagedOrder extends Staging {
  company: number
}
export interface StagedOrders {
  rows: StagedItem[]
  /** By location: those that are there for this person. */
  orders: ReadonlyMap<number, StagedOrder>
}

const LockedLocation = z.object({ id: z.number(), company: z.number() })
const StagedProduct = Product.pick({ upc: true, unit_type: true })
/** The order that took a location's staged order last (`Staging`). */
const StagedTaking = z.object({ location: z.number(), order: z.number(), by: z.string(), at: z.string() })

/** The products that staged ones are said to be in place of. */
const originalsOf = (edits: readonly Edit[]): string[] => [
  ...new Set(
    edits.flatMap(({ entity, call }) => {
      const original = entity === 'sharedcartitems' ? call.body?.['original_product'] : null
      return typeof original === 'string' ? original : []
    }),
  ),
]

/**
 * The location is the aggregate: its row is locked, in id order and after the orders, so that of two people who place a
 * staged order at once the second finds what the first has left. Must run inside the batch's transaction.
 */
export async function loadStaging(
  client: pg.ClientBase,
  person: Person,
  edits: readonly Edit[],
): Promise<StagedOrders> {
  const keys = [...new Set(edits.flatMap(stagedRowsOf))].flatMap((id) => {
    const key = readStagedId(id)
    return key ? { id, ...key } : []
  })
  if (keys.length === 0) return { rows: [], orders: new Map() }
  const company = companyOf(person)
  const own = await orderingLocations(client, person)
  const locations = [...new Set(keys.map(({ location }) => location))]
  const upcs = [...new Set(keys.map(({ upc }) => upc))]
  const [locked, rows, offered, taken, replaceable] = await together([
    queryRows(
      client,
      LockedLocation,
      {
        name: 'lock staged',
        text: `select id, company_id as company from company_locations
              where id = any($1::int[]) and active and ${ofCompany('$2')}
                and ($3::int[] is null or id = any($3))
              order by id for no key update`,
      },
      [locations, company, own],
    ),
    queryRows(
      client,
      StagedItem,
      { name: 'world staged', text: `${STAGED_SQL} where s.id = any($1::text[])` },
      [keys.map(({ id }) => id)],
    ),
    queryRows(
      client,
      StagedProduct,
      {
        name: 'staged products',
        text: `select p.upc, p.unit_type from products p where p.upc = any($1::text[]) and p.active
                and ($2::int is null or p.upc in (${customerProducts('$2')}))`,
      },
      [upcs, company],
    ),
    queryRows(
      client,
      StagedTaking,
      {
        name: 'staged takings',
        text: `select distinct on (t.company_location_id) t.company_location_id as location, t.order_id as "order",
                    u.username as by, t.at::text as at
               from staged_takings t join users u on u.id = t.user_id
              where t.company_location_id = any($1::int[]) order by t.company_location_id, t.order_id desc`,
      },
      [locations],
    ),
    replaceableProducts(client, company, originalsOf(edits)),
  ])
  const products = new Map(offered.map((product) => [product.upc, product]))
  const lastTaken = new Map(taken.map(({ location, ...last }) => [location, last]))
  const orders = new Map(
    locked.map(({ id, company: owner }): [number, StagedOrder] => [
      id,
      {
        company: owner,
        offered: (upc) => products.get(upc) ?? null,
        mayReplace: (upc) => replaceable.has(upc),
        taken: lastTaken.get(id) ?? null,
      },
    ]),
  )
  return { rows: rows.filter(({ company_location }) => orders.has(company_location)), orders }
}
