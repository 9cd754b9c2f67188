/** Keeps what changed a price, and answers it (docs/decisions/0235). */
import type pg from 'pg'
import { z } from 'zod'
import {
  PRICE_CHANGE_KINDS,
  PriceHistoryEntry,
  type PriceChangeKind,
} from '#contract/products/price-history.ts'
import { filtersOf } from '../platform/filters.ts'
import { instantSql, sendList } from '../platform/json.ts'
import { numberText, paged, paging, type Routes } from '../platform/routes.ts'
import type { Actor } from '../platform/security-events.ts'

/**
 * A price that became another. Its product or fee may be missing, and so may a price that did not or will not exist.
 */
export interface PriceChangeFacts {
  kind: PriceChangeKind
  what?: string
  product?: string | null
  company_location?: number | null
  warehouse?: number | null
  order?: number
  from?: string
  to?: string
}

/** Keeps changes of prices. Must run inside the transaction that makes them. */
export async function recordPrices(
  client: pg.ClientBase,
  { user }: Actor,
  changes: readonly PriceChangeFacts[],
): Promise<void> {
  if (changes.length === 0) return
  await client.query({
    name: 'price changes',
    text: `insert into price_changes (user_id, username, kind, what, product, company_location_id, warehouse_id, order_id, before, after)
             select $1, coalesce((select username from users where id = $1), ''), c.*
               from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[]) as c`,
    values: [
      user,
      changes.map(({ kind }) => kind),
      changes.map(({ what = '' }) => what),
      changes.map(({ product = null }) => product),
      changes.map(({ company_location = null }) => company_location),
      changes.map(({ warehouse = null }) => warehouse),
      changes.map(({ order = null }) => order),
      changes.map(({ from = '' }) => from),
      changes.map(({ to = '' }) => to),
    ],
  })
}

/** What the fields of a product and of an order's line are called in the history. */
const PRICE_LABELS = {
  unit_price: 'Unit price',
  case_price: 'Case price',
  volume_price: 'Volume price',
  price_per_unit: 'Unit price',
  price_per_case: 'Case price',
} as const
type PriceField = keyof typeof PRICE_LABELS

/**
 * A change for each of these fields that differs from before. A price of 0.00 is none (C227).
 * @param of what the prices belong to
 */
export function priceChangesOf<F extends PriceField>(
  of: Pick<PriceChangeFacts, 'kind' | 'product' | 'order'>,
  before: Partial<Record<F, string | null>>,
  after: Partial<Record<F, string | null>>,
  fields: readonly F[],
): PriceChangeFacts[] {
  const text = (price: string | null | undefined) => (price == null || price === '0.00' ? '' : price)
  return fields.flatMap((field) => {
    const [from, to] = [text(before[field]), text(after[field])]
    return !(field in after) || from === to ? [] : [{ ...of, what: PRICE_LABELS[field], from, to }]
  })
}

export const priceHistoryRoutes: Routes = async (app, context) => {
  app.get(
    '/pricehistory',
    {
      onRequest: app.mayDo('fees.manage', 'Only the office may see what changed prices.'),
      schema: {
        tags: ['products'],
        summary: 'What changed prices and fees: of a product, of a location, or of a kind; newest first',
        querystring: z.object({
          ...paging,
          product: z.string().max(32).optional(),
          company_location: numberText.optional(),
          kind: z.enum(PRICE_CHANGE_KINDS).optional(),
        }),
        response: { 200: paged(PriceHistoryEntry) },
      },
    },
    async ({ query }, reply) => {
      const { where, nameOf, values } = filtersOf({
        product: ['c.product = $', query.product],
        location: ['c.company_location_id = $', query.company_location],
        kind: ['c.kind = $', query.kind],
      })
      return sendList(reply, context, {
        name: nameOf('price history'),
        select: `select c.id::text, ${instantSql('c.at')} as at, c.username, c.kind, c.what,
                        c.product, coalesce(p.name, '') as product_name,
                        c.company_location_id as company_location, coalesce(l.name, '') as location_name,
                        c.warehouse_id as warehouse, coalesce(w.name, '') as warehouse_name,
                        c.order_id as "order", c.before as "from", c.after as "to"
                   from price_changes c left join products p on p.upc = c.product
                   left join company_locations l on l.id = c.company_location_id
                   left join warehouses w on w.id = c.warehouse_id ${where} order by c.id desc`,
        count: `select from price_changes c ${where}`,
        values,
        paging: query,
      })
    },
  )
}
