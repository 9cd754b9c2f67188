/** The rows that a comparison of orders with receipts is made of, and the comparison (C317). */
import type pg from 'pg'
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import type { DifferenceGroup, DifferenceRequest } from '#contract/receipts/schema.ts'
import { changedItems } from '../orders/price-refresh.ts'
import { mustSeeOrders } from '../platform/scope.ts'
import { transaction, type Context } from '../platform/context.ts'
import { queryRows } from '../platform/rows.ts'
import { compare, ComparedItem, ComparedProduct } from './compare.ts'
import { readGoods } from './match-lines.ts'

/** Throws 404 where one of the orders or receipts is not there. */
export async function differences(
  { pool }: Context,
  person: Person,
  request: DifferenceRequest,
): Promise<DifferenceGroup[]> {
  const { order_ids, receipt_ids, use_current_pricing, price_margin, show_pricing_differences } = request
  await mustSeeOrders(pool, person, order_ids)
  // One moment for all that is read: a line that is edited meanwhile is not counted half.
  return transaction(
    pool,
    async (client) => {
      const items = await readItems(client, person, order_ids, use_current_pricing)
      const lines = await readGoods(client, receipt_ids)
      const products = await readProducts(client, [
        ...new Set([...items, ...lines].map(({ product }) => product)),
      ])
      const priceMargin = show_pricing_differences ? price_margin : null
      return compare({ items, lines, products, priceMargin })
    },
    'begin isolation level repeatable read, read only',
  )
}

const ITEMS_SQL = `
  select i.id, i.order_id as order, i.product, i.units_ordered, i.cases_ordered, i.unit_quantity, i.case_quantity,
         i.out_of_stock, i.ignore_missing_items, i.bin_override, i.price_per_unit::text, i.price_per_case::text,
         i.final_price::text as total, o.invoiced
    from order_items i join orders o on o.id = i.order_id where i.order_id = any($1::int[]) order by i.order_id, i.id`

const LocatedOrder = z.object({ id: z.number(), company_location_id: z.number() })

/** By the prices that the orders have, or by those of today with the margins of their locations. */
async function readItems(
  client: pg.ClientBase,
  person: Person,
  orders: readonly number[],
  useCurrent: boolean,
): Promise<ComparedItem[]> {
  const items = await queryRows(client, ComparedItem, ITEMS_SQL, [orders])
  if (!useCurrent || items.length === 0) return items
  const located = await queryRows(
    client,
    LocatedOrder,
    'select id, company_location_id from orders where id = any($1::int[])',
    [orders],
  )
  const { changed } = await changedItems(client, person, located)
  const current = new Map(changed.map(({ after }) => [after.id, after]))
  return items.map((item) => {
    const {
      price_per_unit,
      price_per_case,
      final_price: total,
    } = current.get(item.id) ?? {
      ...item,
      final_price: item.total,
    }
    return { ...item, price_per_unit, price_per_case, total }
  })
}

async function readProducts(
  client: pg.ClientBase,
  upcs: readonly string[],
): Promise<Map<string, ComparedProduct>> {
  const products = await queryRows(
    client,
    ComparedProduct,
    'select upc, item_code, name, combined_stock_level, bin from products where upc = any($1::text[])',
    [upcs],
  )
  return new Map(products.map((product) => [product.upc, product]))
}
