import type pg from 'pg'
import { pricedFor, type Margin, type Priced } from '#contract/fees/margins.ts'

/** The margins that may be laid on these products, of whatever location. */
export async function loadMargins(
  client: pg.Pool | pg.ClientBase,
  upcs: readonly string[],
): Promise<Margin[]> {
  const { rows } = await client.query<Margin>({
    name: 'margins',
    text: `select type, amount::text, company_location_id as company_location, warehouse_id as warehouse, product
             from fee_templates
            where kind = 'margin' and (product is null or product = any($1::text[])) order by id`,
    values: [upcs],
  })
  return rows
}

/** The products as this location pays for them; null for nobody in particular. */
export async function pricedAt<P extends Priced>(
  client: pg.Pool | pg.ClientBase,
  products: readonly P[],
  location: number | null,
): Promise<P[]> {
  const margins = await loadMargins(
    client,
    products.map(({ upc }) => upc),
  )
  return products.map((product) => pricedFor(product, margins, location))
}
