/** Loads what a batch needs to place orders: customers with their locations, and the day. */
import type pg from 'pg'
import { z } from 'zod'
import { addDays } from '#contract/day.ts'
import { placesOrder } from '#contract/orders/place.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { Placing, PlacingLocation } from '#contract/sync/world.ts'
import type { Edit } from '#contract/orders/mutations.ts'
import type { Person } from '#contract/permissions.ts'
import { replaceableProducts } from '../ordering/replaceable.ts'
import { IdRow, queryOnlyRow, queryRows } from '../platform/rows.ts'
import { companyOf, IS_CUSTOMERS_SQL, ordersForSelfOnly, ofCompany } from '../platform/scope.ts'
import { today, together, type Context } from '../platform/context.ts'
import { silentSince } from '../platform/auth/session-life.ts'
import { v7s } from '../platform/auth/uuid.ts'
import { customerProducts } from '../products/present.ts'
import { ofRow, type Submitter } from './outcomes.ts'

const CustomerLocation = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  lot_tracked: z.boolean(),
  taxable: z.boolean(),
}) satisfies z.ZodType<PlacingLocation>
const ActiveCustomer = z.object({
  id: z.number(),
  username: z.string(),
  company: z.number(),
  locations: z.array(CustomerLocation),
})

/**
 * An account that is locked is a customer all the same: it stops signing in, and the office takes the order by
 * telephone. A customer has their own locations where some are named, else all of their company's. The first named
 * location comes first.
 */
const CUSTOMERS = `
  select u.id, u.username, u.company_id as company,
         coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'address', l.complete_address,
                                                     'lot_tracked', l.lot_tracked, 'taxable', l.taxable)
                                   order by array_position(u.location_ids, l.id), l.id)
                     from company_locations l
                    where l.company_id = u.company_id and l.active
                      and (u.location_ids is null or l.id = any(u.location_ids))), '[]') as locations
    from users u
   where u.company_id is not null and ${IS_CUSTOMERS_SQL} and u.id = any($1::int[]) and u.is_active
     and ${ofCompany('$2', 'u')}`

const isText = (value: unknown): value is string => typeof value === 'string'
const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2_147_483_647

type NamedLine = { product?: unknown; original_product?: unknown } | null
/** Returns the lines of an order that is placed, before anything is known of them. */
export function placedLinesOf(edit: Pick<Edit, 'entity' | 'call'>): NamedLine[] {
  const lines = placesOrder(edit) ? edit.call.body?.['order_items'] : null
  return Array.isArray(lines) ? (lines as NamedLine[]) : []
}

/** Returns the products that a placed order names, each once. */
export const orderedProducts = (edit: Pick<Edit, 'entity' | 'call'>): string[] => [
  ...new Set(
    placedLinesOf(edit)
      .flatMap((line) => [line?.product, line?.original_product])
      .filter(isText),
  ),
]

/** Returns the products that its lines replace, where those differ from the lines' own. */
const replacedProducts = (edit: Edit): string[] =>
  placedLinesOf(edit)
    .filter((line) => line?.original_product !== line?.product)
    .map((line) => line?.original_product)
    .filter(isText)

/** A device's name for an order, and the order's number. */
const NamedPlacing = z.object({ name: z.string(), order_id: z.number() })

/**
 * Returns the orders that this person has placed already, by their device's names for them, which are lower case. The
 * stored edits know them, even where an order has since been merged into another.
 */
export async function placedBefore(
  client: pg.ClientBase,
  person: Person,
  edits: readonly Edit[],
): Promise<Map<string, number>> {
  const names = edits.filter(placesOrder).map(({ entity_id }) => entity_id)
  if (names.length === 0) return new Map()
  const placed = await queryRows(
    client,
    NamedPlacing,
    {
      name: 'placed before',
      text: `select named.name, m.order_id from unnest($2::text[]) as named(name) join mutations m on ${ofRow('m', 'named.name')}
            where m.user_id = $1 and m.entity = 'orders' and m.method = 'POST' and m.outcome = 'applied'`,
    },
    [person.id, names],
  )
  return new Map(placed.map(({ name, order_id }) => [name, order_id]))
}

/**
 * The products that a company's people may order, of those that they name, and the further products that a line may
 * name as replaced.
 */
interface Offered {
  products: ReadonlySet<string>
  originals: ReadonlySet<string>
}

const OfferedProduct = z.object({ product: z.string() })

/**
 * Returns what the company may order. Searches its earlier orders only for replaced products that are no longer
 * offered: most orders name none.
 */
async function loadOffered(
  client: pg.ClientBase,
  company: number,
  placed: readonly Edit[],
): Promise<Offered> {
  const listed = await queryRows(
    client,
    OfferedProduct,
    {
      name: 'offered products',
      text: `select p.product from (${customerProducts('$1')}) p where p.product = any($2::text[])`,
    },
    [company, [...new Set(placed.flatMap(orderedProducts))]],
  )
  const products = new Set(listed.map(({ product }) => product))
  const foreign = [...new Set(placed.flatMap(replacedProducts))].filter((upc) => !products.has(upc))
  return { products, originals: await replaceableProducts(client, company, foreign) }
}

/** Draws the number of a new order. Only an accepted order draws one: a refused order uses up none. */
export async function drawNumber(client: pg.ClientBase): Promise<number> {
  const { id } = await queryOnlyRow(client, IdRow, {
    name: 'order number',
    text: `select nextval(pg_get_serial_sequence('orders', 'id'))::int as id`,
  })
  return id
}

/**
 * Returns placings by the edit's `mutation_id`, because a name may come twice. Must run inside the batch's transaction.
 */
export async function loadPlacings(
  context: Pick<Context, 'env' | 'clock'>,
  client: pg.ClientBase,
  { person, device, importedBy }: Submitter,
  edits: readonly Mutation[],
): Promise<ReadonlyMap<string, Placing>> {
  const placed = edits.filter(placesOrder)
  if (placed.length === 0) return new Map()
  const company = companyOf(person)
  const now = context.clock()
  // Imported edits of another person were confirmed on the device that they name.
  const deviceOf = (edit: Mutation) => (importedBy ? edit.device_id : device)
  const devices = [...new Set(placed.map(deviceOf))]
  const [customers, offered, silences] = await together([
    queryRows(client, ActiveCustomer, { name: 'ordering customers', text: CUSTOMERS }, [
      placed
        .map(({ call }) => call.body?.['customer'])
        .filter(isId)
        .filter((id) => id === person.id || !ordersForSelfOnly(person)),
      company,
    ]),
    company === null ? null : loadOffered(client, company, placed),
    Promise.all(devices.map((one) => silentSince(client, person.id, one, now))),
  ])
  const silent = new Map(devices.map((one, n) => [one, silences[n]!.toISOString()]))
  const day = today(context)
  const shared = {
    maySee: (upc: string) => offered === null || offered.products.has(upc),
    mayReplace: (upc: string) => offered === null || offered.products.has(upc) || offered.originals.has(upc),
    today: day,
    tomorrow: addDays(day, 1),
    now: now.toISOString().replace(/\.\d+Z$/, 'Z'),
  }
  return new Map(
    placed.map((edit) => {
      const { mutation_id, call } = edit
      const customer = customers.find(({ id }) => id === call.body?.['customer']) ?? null
      const placing: Placing = {
        ...shared,
        silentSince: silent.get(deviceOf(edit))!,
        // Lines are listed by their ids, so they stay in the order in which they were ordered.
        newId: v7s(now.getTime(), `${person.id} ${mutation_id}`),
        customer,
        locations: customer?.locations ?? [],
      }
      return [mutation_id, placing]
    }),
  )
}
