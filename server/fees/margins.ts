/**
 * Which margin is on which price: a person outside the house sees no price without its margin (readings, "Prices";
 * decision 0101).
 */
import type pg from 'pg'
import { z } from 'zod'
import { pricedFor, type Margin, type Priced } from '#contract/fees/margins.ts'
import { Fee } from '#contract/fees/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import { queryOnlyRow, queryRow, queryRows } from '../platform/rows.ts'

type Client = pg.Pool | pg.ClientBase

const StoredMargin = Fee.pick({
  id: true,
  type: true,
  amount: true,
  company_location: true,
  warehouse: true,
  product: true,
})

/** Returns the margins that can apply to these products, of any location. */
export const loadMargins = (client: Client, upcs: readonly string[]): Promise<Margin[]> =>
  queryRows(
    client,
    StoredMargin,
    {
      name: 'margins',
      text: `select id, type, amount::text, company_location_id as company_location, warehouse_id as warehouse, product
             from fee_templates
            where kind = 'margin' and (product is null or product = any($1::text[]))`,
    },
    [upcs],
  )

/** Returns the products as this location pays for them. With null, no single location's margins apply. */
export async function pricedAt<P extends Priced>(
  client: Client,
  products: readonly P[],
  location: number | null,
): Promise<P[]> {
  const margins = await loadMargins(
    client,
    products.map(({ upc }) => upc),
  )
  return products.map((product) => pricedFor(product, margins, location))
}

/**
 * Whose prices a person sees where no location is named: `own` for the house, which sees what each product itself
 * costs; else the person's first location, null where they have none.
 */
export type PriceBasis = 'own' | { location: number | null }

const FirstLocation = z.object({ location: z.number() })

export async function basisOf(client: Client, person: Person): Promise<PriceBasis> {
  if (can(person, 'catalogue.see-all')) return 'own'
  const first = await queryRow(
    client,
    FirstLocation,
    {
      name: 'home',
      text: `select l.id as location from users u join company_locations l on l.company_id = u.company_id
            where u.id = $1 and l.active and (u.location_ids is null or l.id = any(u.location_ids))
            order by array_position(u.location_ids, l.id), l.id limit 1`,
    },
    [person.id],
  )
  return { location: first?.location ?? null }
}

/** Returns the products with their prices by this basis. */
export const pricedBy = async <P extends Priced>(
  client: Client,
  products: readonly P[],
  basis: PriceBasis,
): Promise<readonly P[]> => (basis === 'own' ? products : pricedAt(client, products, basis.location))

const MarginsDigest = z.object({ digest: z.string() })

/**
 * Returns a text that changes with every margin that can reach a location's prices: devices store those prices
 * (`sync/cursor.ts`).
 */
export async function marginsDigest(client: Client, location: number | null): Promise<string> {
  const { digest } = await queryOnlyRow(
    client,
    MarginsDigest,
    {
      name: 'margins digest',
      text: `select coalesce(md5(string_agg(id || '/' || version, ',' order by id)), '') as digest from fee_templates
            where kind = 'margin' and (company_location_id is null or company_location_id = $1::int)`,
    },
    [location],
  )
  return `${location}/${digest}`
}
