/**
 * The fields of orders, items and pieces that leave the server: each listed by hand, as SQL that PostgreSQL turns to
 * JSON.
 */
import type { Context } from '../platform/context.ts'
import type { ListFilters } from '../platform/filters.ts'
import { chosenFirst, jsonRow, secondSql } from '../platform/json.ts'
import { directed } from '../platform/routes.ts'

/** SQL of who is to pick `orders o`. */
const PICKER_SQL = '(select p.username from users p where p.id = o.picker_id)'

/**
 * Returns SQL of the wire's order, from `orders o` joined with its location and customer.
 *
 * @param from rows of `orders`, named `o`
 * @param picker SQL of who is to pick it
 */
const orderSql = (from: string, picker = PICKER_SQL) => `
  select o.id, coalesce(u.username, '') as customer, o.customer_id, o.company_id,
         json_build_object('id', l.id, 'name', l.name,
           'physical_address', json_build_object('complete_address', l.complete_address)) as company_location,
         o.status, initcap(o.status) as status_label,
         ${secondSql('o.created_date')} as created_date,
         o.placed_date, ${secondSql('o.placed_at')} as placed_at, o.delivery_date, o.late_fee::text, o.note, ${picker} as picker, o.price_changes, o.total::text, o.invoice_total::text,
         o.picking_complete, o.picked_total::text, o.items_count, o.picked_count, o.paid_status,
         paid_status_label(o.paid_status) as paid_status_label,
         o.invoiced, o.version
    from ${from}
    join company_locations l on l.id = o.company_location_id
    left join users u on u.id = o.customer_id`
export const ORDER_SQL = orderSql('orders o')

/**
 * Returns the same for a person whose company only the statement knows: customers do not see who picks.
 *
 * @param company the parameter with the company that the person is limited to, null for the house
 */
export const orderSqlFor = (company: string) =>
  orderSql('orders o', `case when ${company}::int is null then ${PICKER_SQL} end`)

/** Orders `o` with `s`, the row that searching and sorting use. */
export const SEARCHED_ORDERS = 'orders o join order_search s on s.order_id = o.id'

/**
 * Returns the SQL of a list of orders: its `select`, its `page` and its `count`. The page first selects its orders,
 * from the fewest tables that suffice: it does not build the rows before them.
 *
 * @param ordering a column of the list, with '-' before it for the reverse order
 * @param seesPicker false for customers
 */
export function orderListSql(
  ordering: string,
  { where, isSearched, isFiltered }: Pick<ListFilters, 'where' | 'isSearched' | 'isFiltered'>,
  seesPicker: boolean,
): { select: string; page: (limits: string) => string; count: string } {
  const { column, direction } = directed(ordering, (name) => name === 'invoice_total' || name === 'picker')
  const isName = column === 'customer' || column === 'company'
  const sorted = column === 'picker' ? PICKER_SQL : `${isName ? 's' : 'o'}.${column}`
  const by = (id: string) => `order by ${sorted} ${direction}, ${id} desc`
  const picker = seesPicker ? PICKER_SQL : 'null'
  const rows = isSearched || isName ? SEARCHED_ORDERS : 'orders o'
  const chosen =
    isName && !isFiltered
      ? `select s.order_id as id from order_search s${where} ${by('s.order_id')}`
      : `select o.id from ${rows}${where} ${by('o.id')}`
  return {
    select: `${orderSql(rows, picker)}${where} ${by('o.id')}`,
    page: chosenFirst({
      row: orderSql(isName ? SEARCHED_ORDERS : 'orders o', picker),
      id: 'o.id',
      chosen,
      inOrder: by('o.id'),
    }),
    count: `select from ${!isSearched ? 'orders o' : isFiltered ? SEARCHED_ORDERS : 'order_search s'}${where}`,
  }
}

/** Returns one order as JSON text, for the house; null where there is none. */
export const presentOrder = ({ pool }: Pick<Context, 'pool'>, id: number) =>
  jsonRow(pool, 'order by id', `${ORDER_SQL} where o.id = $1::int`, [id])

const ITEM_OWN = `
         i.id, i.order_id as "order", i.product, i.original_product, i.units_ordered, i.cases_ordered,
         i.unit_quantity, i.case_quantity, i.units_originally_ordered, i.cases_originally_ordered,
         i.bin_override, i.picked, i.scanned, i.out_of_stock, i.taxable, i.ignore_missing_items, i.admin_added,
         i.coupon_amount::text, i.coupon_note, i.estimated_price::text, i.final_price::text,
         i.price_per_unit::text, i.price_per_case::text, i.price_snapshot, i.hand_total::text, i.hand_rates, i.hand_taxable, i.original_terms, i.lot_tracked`

const SUBITEM_OWN = `
         s.id, s.order_item_id as order_item, s.order_id as "order", s.unit_type, s.weight_lbs::text, s.lot_code,
         s.weight_kg::text, s.serial, s.raw_scan`

/** Returns SQL of the line that merging has added this one to, else of the line itself. `id` is of type uuid. */
export const leftOf = (id: string) => `coalesce((select into_id from merged_lines where id = ${id}), ${id})`

/** The item's own fields, from `order_items i`: what devices store. */
export const ITEM_ROW_SQL = `select ${ITEM_OWN}, i.version from order_items i`

/** The piece's own fields, from `order_subitems s`: what devices store. */
export const SUBITEM_ROW_SQL = `select ${SUBITEM_OWN}, s.version from order_subitems s`

/** The wire's piece with its line's prices (A154). */
export const SUBITEM_SQL = `
  select ${SUBITEM_OWN}, s.version, i.price_per_unit::text, i.price_per_case::text
    from order_subitems s join order_items i on i.id = s.order_item_id`

/**
 * Returns SQL of the wire's item with its product's fields (A151), and its pieces; numbers of the stock for people who
 * may see them.
 */
export const itemSql = (stock: boolean) => `
  select ${ITEM_OWN}, i.version, i.billed_at_average,
         p.name, p.bin, p.weight_type, p.unit_type,
         (case p.weight_type when 'r/w' then 'w' else '' end || case when i.lot_tracked then 'l' else '' end) as subitem_type,
         coalesce((select json_agg(json_build_object('upc', a.upc) order by a.n)
                     from unnest(p.acceptable_substitutions) with ordinality as a(upc, n)), '[]') as acceptable_substitutions,
         case when w.id is null then null else json_build_object('id', w.id, 'name', w.name) end as warehouse,
         json_build_object('item_code', p.item_code) as item_code,
         ${stock ? 'p.stock_level, p.combined_stock_level' : 'null::int as stock_level, null::int as combined_stock_level'},
         p.units_per_case, coalesce(pieces.list, '[]') as subitems
    from order_items i
    join products p on p.upc = i.product
    left join warehouses w on w.id = p.warehouse_id
    left join lateral (
      -- "i" is the item above: with SUBITEM_SQL here, its own "i" would hide it and bring every piece there is.
      select json_agg(s order by s.id) as list
        from (select ${SUBITEM_OWN}, s.version, i.price_per_unit::text, i.price_per_case::text
                from order_subitems s where s.order_item_id = i.id) s
    ) pieces on true`

/**
 * Returns the same with its product's own facts in one place (B103), for `product_detail`. `where` ends the inner
 * query.
 */
export const itemDetailSql = (where: string, stock: boolean) => `
  select t.*, json_build_object('name', t.name, 'bin', t.bin, 'weight_type', t.weight_type,
           'item_code', t.item_code) as product_data
    from (${itemSql(stock)} ${where}) t order by t.id`
