/** The fields of products that leave the server, listed by hand. */
import { secondSql } from '../platform/json.ts'
import { can, type Person } from '#contract/permissions.ts'

/** What a person sees of a product. Two people with the same view get the same statement. */
export type ProductView = 'whole' | 'with stock' | 'plain'
export const productView = (person: Person): ProductView =>
  can(person, 'catalogue.see-all') ? 'whole' : can(person, 'stock.numbers') ? 'with stock' : 'plain'

/**
 * The recalled lots of `products p`. Hardly any product has one: PostgreSQL checks that for each row, or once where
 * there are many.
 */
const RECALLED_LOTS = `
  case when exists (select from recalled_lots r where r.product = p.upc)
       then (select json_agg(r.lot_code order by r.lot_code) from recalled_lots r where r.product = p.upc)
       else '[]' end`

/**
 * Returns SQL of the wire's product (A145), from `products p`. Only the house sees the supplier's rate: a caller who
 * may not see all of the catalogue gets null, and no recalled lots. Without the right to stock numbers a person sees
 * only the indicator.
 */
export const productSql = (
  view: ProductView,
  {
    itemCode = `json_build_object('item_code', p.item_code)`,
    more = '',
  }: { itemCode?: string; more?: string } = {},
) => `
  select p.upc, p.name, p.size, ${itemCode} as item_code, p.url,
         p.unit_price::text, p.case_price::text, p.display_unit_price::text, p.display_case_price::text,
         p.display_unit_price_per_lb::text, p.display_case_price_per_lb::text, p.units_per_case,
         ${view === 'plain' ? 'null::int as stock_level, null::int as combined_stock_level' : 'p.stock_level, p.combined_stock_level'},
         p.stock_level_indicator, p.default_unit_type, p.api_description,
         p.active, p.out_of_stock, p.api_catch_weight, p.average_unit_weight::text, p.average_case_weight::text,
         p.weight_min_lbs::text, p.weight_max_lbs::text, p.weight_type, p.tax_default, p.bin,
         case when w.id is null then null else json_build_object('id', w.id, 'name', w.name) end as warehouse,
         case when cardinality(p.acceptable_substitutions) = 0 then '[]'
              else (select json_agg(json_build_object('upc', a.upc) order by a.n)
                      from unnest(p.acceptable_substitutions) with ordinality as a(upc, n)) end as acceptable_substitutions,
         coalesce((select json_agg(b.barcode order by b.barcode) from barcode_alternates b where b.product = p.upc),
                  '[]') as alternate_barcodes,
         p.unit_type, ${view === 'whole' ? 'p.supplier_rate::text' : 'null::text as supplier_rate'},
         ${view === 'whole' ? RECALLED_LOTS : `'[]'::json`} as recalled_lots, p.version${more}
    from products p left join warehouses w on w.id = p.warehouse_id`

/** C150: returns SQL of a listed product with its further fields. Only the house sees which lists it is on. */
export const listedProductSql = (view: ProductView) =>
  productSql(view, {
    more: `, p.is_primary, ${
      view === 'whole'
        ? `coalesce((select json_agg(json_build_object('id', ol.id, 'name', coalesce(nullif(ol.public_name, ''), cl.name, ''))
                                order by ol.id)
                       from order_list_rows r join order_lists ol on ol.id = r.order_list_id
                       left join company_locations cl on cl.id = ol.company_location_id
                      where r.product = p.upc), '[]')`
        : `'[]'::json`
    } as order_lists`,
  })

/** Returns SQL of the products of orders. @param orders SQL of the list of their ids */
export const productsOf = (orders: string) =>
  `select product from order_items where order_id = any(${orders}::int[])`

/** The order of `products m` of one item code: first the one that customers see. */
export const MASTER_FIRST = 'm.is_primary desc, m.active desc, m.upc'
/** Returns SQL of the product of this item code that customers see. */
export const masterUpc = (itemCode: string) => `(select m.upc from products m where m.item_code = ${itemCode}
                       order by ${MASTER_FIRST} limit 1)`

/** A product as the office edits it (`OfficeProduct`). */
export const OFFICE_PRODUCT_SQL = productSql('whole', {
  itemCode: `(select json_build_object('item_code', c.item_code, 'master_upc', ${masterUpc('c.item_code')},
                                       'name', c.name, 'url', c.url)
                from item_codes c where c.item_code = p.item_code)`,
  more: `, p.warehouse_id, p.is_primary,
         coalesce((select json_agg(json_build_object('upc', s.upc, 'name', s.name, 'active', s.active) order by a.n)
                     from unnest(p.acceptable_substitutions) with ordinality as a(upc, n)
                     join products s on s.upc = a.upc), '[]') as acceptable_substitutions_detail,
         upper(regexp_replace(p.bin, '\\s', '', 'g')) as bin_normalized, p.items_per_case, p.volume_level,
         p.volume_price::text, p.weight::text, p.volume::text, p.on_order, p.lot_tracked,
         p.display_units_per_case_on_invoice, p.qb_mapping, p.qb_site_mapping, p.surcharge_upc1, p.surcharge_upc2,
         to_char(p.price_as_of, 'MM/DD/YYYY') as price_as_of, p.department, p.department_id, p.group_name as "group",
         p.group_id, p.api_managed, p.api_manager, p.overridden <> '{}' as use_override,
         array(select jsonb_object_keys(p.overridden) order by 1) as overridden_fields,
         p.overridden as overridden_fields_original_values, p.category_id, ${masterUpc('p.item_code')} as primary_upc,
         p.sales_ranking, p.seasonal, p.special_order_item, p.temporarly_unavailable, p.pending_deletion, p.new_status,
         p.on_sale, p.reorder, p.tag_main_description, p.tag_secondary_description`,
})

/**
 * Returns SQL of the products that a person outside the house may see: those of the visible lists of the company, of
 * the public lists, and those already in the company's orders. `$company` is the parameter's number.
 */
export const customerProducts = (company: string) => `
  select r.product from order_list_rows r
    join order_lists ol on ol.id = r.order_list_id and ol.active and ol.visible
    left join company_locations cl on cl.id = ol.company_location_id
   where cl.company_id = ${company} or ol.is_public
  union
  select i.product from order_items i join orders o on o.id = i.order_id where o.company_id = ${company}`

/** What the rule about unusual pieces needs of a product (`Watched`), with its upc. */
export const WATCHED_SQL = `
  select p.upc, p.name, p.unit_type, p.units_per_case, p.weight_type, p.average_unit_weight::text,
         p.average_case_weight::text, p.weight_min_lbs::text, p.weight_max_lbs::text, p.supplier_rate::text,
         ${RECALLED_LOTS} as recalled_lots
    from products p`

export const RECALLED_LOT_SQL = `
  select r.id, r.product, r.lot_code, r.note,
         ${secondSql('r.created_at')} as created_at, u.username
    from recalled_lots r left join users u on u.id = r.created_by`

export const BARCODE_SQL = 'select b.barcode, b.product from barcode_alternates b'
export const WAREHOUSE_SQL = 'select w.id, w.name from warehouses w'
