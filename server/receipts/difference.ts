/** The rows that a comparison of orders with receipts is made of, and the comparison (C317). */
import type pg from 'pg'
import type { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { estimatedPrice, finalPrice } from '#contract/pricing.ts'
import type { DifferenceGroup, DifferenceRequest } from '#contract/receipts/schema.ts'
import { mustSeeOrders } from '../platform/scope.ts'
import { transaction, type Context } from '../platform/context.ts'
import { notFound } from '../platform/problem.ts'
import { compare, type ComparedItem, type ComparedLine, type ComparedProduct } from './compare.ts'
import { goodsOf, type StoredLine } from './goods.ts'
import { CODES_SQL } from './present.ts'

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
      const items = await readItems(client, order_ids, use_current_pricing)
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

type ItemRow = OrderItemRow & {
  current: Pick<OrderItemRow, 'price_per_unit' | 'price_per_case' | 'price_snapshot'>
  pieces: OrderSubitemRow[]
}

const ITEMS_SQL = `
  select i.id, i.order_id as order, i.product, i.units_ordered, i.cases_ordered, i.unit_quantity, i.case_quantity,
         i.out_of_stock, i.ignore_missing_items, i.picked, i.estimated_price, i.final_price, i.coupon_amount,
         json_build_object('price_per_unit', p.display_unit_price::text, 'price_per_case', p.display_case_price::text,
           'price_snapshot', json_build_object('weight_type', p.weight_type,
             'unit_price_per_lb', p.display_unit_price_per_lb::text, 'case_price_per_lb', p.display_case_price_per_lb::text,
             'average_unit_weight', p.average_unit_weight::text, 'average_case_weight', p.average_case_weight::text)) as current,
         case when $2::boolean then
           coalesce((select json_agg(json_build_object('id', s.id, 'unit_type', s.unit_type, 'weight_lbs', s.weight_lbs::text))
                       from order_subitems s where s.order_item_id = i.id), '[]') end as pieces
    from order_items i join products p on p.upc = i.product
   where i.order_id = any($1::int[]) order by i.order_id, i.id`

async function readItems(
  client: pg.ClientBase,
  orders: readonly number[],
  useCurrent: boolean,
): Promise<ComparedItem[]> {
  const { rows } = await client.query<ItemRow>(ITEMS_SQL, [orders, useCurrent])
  return rows.map((item) => {
    const current = useCurrent ? { ...item, ...item.current } : null
    return {
      ...item,
      picked_total: current ? finalPrice(current, item.pieces) : item.final_price,
      ordered_total: current ? estimatedPrice(current) : item.estimated_price,
    }
  })
}

/** Each with the upc that its code means; a code that means nothing to us stays as it is. */
async function readGoods(client: pg.ClientBase, receipts: readonly number[]): Promise<ComparedLine[]> {
  if (receipts.length === 0) return []
  const { rows: found } = await client.query('select from receipts where id = any($1::int[])', [receipts])
  if (found.length < new Set(receipts).size) throw notFound('receipt')
  const { rows } = await client.query<StoredLine>(
    `select receipt_id as receipt, product, unit_type, quantity, total from receipt_lines
      where receipt_id = any($1::int[]) order by receipt_id, line`,
    [receipts],
  )
  const goods = goodsOf(rows)
  const { rows: known } = await client.query<{ code: string; upc: string }>(
    `with ${CODES_SQL} select code, upc from codes where code = any($1::text[])`,
    [goods.map(({ product }) => product)],
  )
  const upcs = new Map(known.map(({ code, upc }) => [code, upc]))
  return goods.map((line) => ({ ...line, product: upcs.get(line.product) ?? line.product }))
}

async function readProducts(
  client: pg.ClientBase,
  upcs: readonly string[],
): Promise<Map<string, ComparedProduct>> {
  const { rows } = await client.query<ComparedProduct>(
    `select upc, item_code, name, combined_stock_level, bin, units_per_case, acceptable_substitutions as substitutes
       from products where upc = any($1::text[])`,
    [upcs],
  )
  return new Map(rows.map((row) => [row.upc, row]))
}
