/** The fields of order lists that leave the server, listed by hand. */

import { IN_ORDER } from './scope.ts'

/**
 * The fields of a row's product `p`. A public list has enough of them to be read without a token (docs/decisions/0030).
 */
export const LIST_ROW_SQL = {
  plain: `'product_id', r.product`,
  open: `'product_id', r.product, 'name', p.name, 'size', p.size, 'url', p.url`,
  /** C161. */
  whole: `'product_id', r.product, 'products', json_build_array(json_build_object(
            'upc', p.upc, 'name', p.name, 'active', p.active, 'is_primary', p.is_primary))`,
} as const

/**
 * Returns SQL of the categories of `order_lists l` in their order, including those without products. `products` selects
 * the rows.
 */
export const categoriesSql = (row: string, products = 'true') => `
  coalesce((select json_agg(json_build_object('category_name', c.name, 'rows', coalesce(listed.rows, '[]')) order by c.n)
              from unnest(l.category_names) with ordinality as c(name, n)
              left join (select r.category_name, json_agg(json_build_object(${row}) order by r.position) as rows
                           from order_list_rows r join products p on p.upc = r.product and (${products})
                          where r.order_list_id = l.id group by r.category_name) listed
                on listed.category_name = c.name), '[]')`

/**
 * Returns SQL of the wire's order list, from `order_lists l` at `company_locations cl`. `more` has the fields that only
 * the office receives.
 */
export const listSql = (categories: string, more = '') => `
  select l.id, l.public_name, l.company_location_id as company_location, coalesce(cl.name, '') as company_location_name,
         l.active, l.visible, ${more} ${categories} as categories
    from order_lists l left join company_locations cl on cl.id = l.company_location_id`

/** The fields that an order list's prices are calculated from: `Priced` (contract/fees/margins.ts). */
export const PRICE_SQL = `
  select p.upc, p.unit_type, p.weight_type, p.average_unit_weight::text, p.average_case_weight::text, p.units_per_case,
         case when p.warehouse_id is null then null else json_build_object('id', p.warehouse_id) end as warehouse,
         p.api_catch_weight, p.unit_price::text, p.case_price::text, p.display_unit_price::text, p.display_case_price::text,
         p.display_unit_price_per_lb::text, p.display_case_price_per_lb::text
    from order_list_rows r join products p on p.upc = r.product`

/** C324, as one row. */
export const PRODUCTS_BY_LIST_SQL = `
  select (select coalesce(json_agg(t), '[]')
            from (select p.upc, p.name, p.size, json_build_object('item_code', p.item_code) as item_code, p.active,
                         p.is_primary, coalesce(listed.lists, '[]') as order_lists
                    from products p
                    left join (select r.product,
                                      json_agg(json_build_object('order_list_id', r.order_list_id,
                                                                 'category_name', r.category_name)
                                               order by r.order_list_id) as lists
                                 from order_list_rows r group by r.product) listed on listed.product = p.upc
                   order by p.name, p.upc) t) as all_products,
         (select coalesce(json_agg(t), '[]')
            from (select l.id as order_list_id, coalesce(cl.name, '') as company_location_name, l.public_name
                    from order_lists l left join company_locations cl on cl.id = l.company_location_id
                   order by ${IN_ORDER}) t) as order_list_names`
