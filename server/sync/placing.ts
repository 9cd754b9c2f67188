/** Loads what orders are made with that are placed in a batch: numbers, customers with their locations, and the day. */
import type pg from 'pg'
import { addDays } from '#contract/day.ts'
import { isPlacing } from '#contract/orders/place.ts'
import type { Placing } from '#contract/sync/world.ts'
import type { Edit } from '#contract/orders/mutations.ts'
import type { Person } from '#contract/permissions.ts'
import { companyOf, ordersForSelfOnly } from '../platform/scope.ts'
import { today, together, type Context } from '../platform/context.ts'
import { v7s } from '../platform/auth/uuid.ts'
import { customerProducts } from '../products/present.ts'
import { ofRow } from './stored.ts'

interface Customer {
  id: number
  username: string
  company: number
  locations: Placing['locations'][number][]
}

/**
 * An account that is locked is a customer all the same: it stops signing in, and the office takes the order by telephone.
 * A customer's own locations where they have some, else all of their company's; the one that was named first is the first.
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
   where u.company_id is not null and u.id = any($1::int[]) and u.is_active and ($2::int is null or u.company_id = $2)`

const isText = (value: unknown): value is string => typeof value === 'string'
const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2_147_483_647

/** The products that an order which is placed names, each once and before anything is known of them. */
export function orderedProducts({ entity, call }: Pick<Edit, 'entity' | 'call'>): string[] {
  const lines = isPlacing(entity, call.method) ? call.body?.['order_items'] : null
  if (!Array.isArray(lines)) return []
  const named = lines.flatMap((line: { product?: unknown; original_product?: unknown } | null) => [
    line?.product,
    line?.original_product,
  ])
  return [...new Set(named.filter(isText))]
}

/**
 * The orders that this person has placed already, by their device's names for them, which are lower case. The stored edits
 * know them, also where an order has gone into another one since.
 */
export async function placedBefore(
  client: pg.ClientBase,
  person: Person,
  edits: readonly Edit[],
): Promise<Map<string, number>> {
  const names = edits
    .filter(({ entity, call }) => isPlacing(entity, call.method))
    .map(({ entity_id }) => entity_id)
  if (names.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; order_id: number }>({
    name: 'placed before',
    text: `select named.name, m.order_id from unnest($2::text[]) as named(name) join mutations m on ${ofRow('m', 'named.name')}
            where m.user_id = $1 and m.entity = 'orders' and m.method = 'POST' and m.outcome = 'applied'`,
    values: [person.id, names],
  })
  return new Map(rows.map(({ name, order_id }) => [name, order_id]))
}

/** By the edit's `mutation_id`: a name may come twice. Must run inside the batch's transaction. */
export async function loadPlacings(
  context: Pick<Context, 'env' | 'clock'>,
  client: pg.ClientBase,
  person: Person,
  edits: readonly Edit[],
): Promise<ReadonlyMap<string, Placing>> {
  const placed = edits.filter(({ entity, call }) => isPlacing(entity, call.method))
  if (placed.length === 0) return new Map()
  const company = companyOf(person)
  const [numbers, customers, offered] = await together([
    client.query<{ id: number }>({
      name: 'order numbers',
      text: `select nextval(pg_get_serial_sequence('orders', 'id'))::int as id from generate_series(1, $1::int)`,
      values: [placed.length],
    }),
    client.query<Customer>({
      name: 'ordering customers',
      text: CUSTOMERS,
      values: [
        placed
          .map(({ call }) => call.body?.['customer'])
          .filter(isId)
          .filter((id) => id === person.id || !ordersForSelfOnly(person)),
        company,
      ],
    }),
    company === null
      ? null
      : client.query<{ product: string; listed: boolean }>({
          name: 'offered products',
          text: `select p.product, true as listed from (${customerProducts('$1')}) p where p.product = any($2::text[])
                 union all
                 select i.original_product, false from order_items i join orders o on o.id = i.order_id
                  where o.company_id = $1 and i.original_product = any($2::text[])`,
          values: [company, placed.flatMap(orderedProducts)],
        }),
  ])
  const maySee = offered && new Set(offered.rows.flatMap(({ product, listed }) => (listed ? product : [])))
  const mayReplace = offered && new Set(offered.rows.map(({ product }) => product))
  const now = context.clock()
  const day = today(context)
  const shared = {
    maySee: (upc: string) => maySee === null || maySee.has(upc),
    mayReplace: (upc: string) => mayReplace === null || mayReplace.has(upc),
    today: day,
    tomorrow: addDays(day, 1),
    now: now.toISOString().replace(/\.\d+Z$/, 'Z'),
  }
  return new Map(
    placed.map(({ mutation_id, call }, n) => {
      const customer = customers.rows.find(({ id }) => id === call.body?.['customer']) ?? null
      const placing: Placing = {
        ...shared,
        order: numbers.rows[n]!.id,
        // Lines are listed by their ids: they stay as they were ordered.
        newId: v7s(now.getTime(), `${person.id} ${mutation_id}`),
        customer,
        locations: customer?.locations ?? [],
      }
      return [mutation_id, placing]
    }),
  )
}
