/**
 * The least that could answer the calls that the bench measures: Node's own HTTP server, node-postgres, and SQL that
 * makes the JSON. No sign-in, no rights, no checks, no dedupe, no log. The rows and fields are those of the product.
 */
import type http from 'node:http'
import { pool, serveJson } from './serve-json.ts'
import { textOf } from './text-of.ts'

const ORDERS = `
  select coalesce(json_agg(t), '[]')::text as json from (
    select o.id, coalesce(u.username, '') as customer, o.company_id,
           json_build_object('id', l.id, 'name', l.name,
             'physical_address', json_build_object('complete_address', l.complete_address)) as company_location,
           o.status, initcap(o.status) as status_label,
           to_char(o.created_date, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_date,
           o.placed_date, to_char(o.placed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as placed_at, o.delivery_date, o.note, o.price_changes, o.total::text, o.invoice_total::text, o.picking_complete,
           o.picked_total::text, o.items_count, o.picked_count, o.paid_status,
           case o.paid_status when 'p' then 'Paid' when 'e' then 'Paid externally' when 'i' then 'Payment in progress'
             when 'r' then 'Ready for payment' else '' end as paid_status_label,
           o.invoiced, o.version
      from orders o join company_locations l on l.id = o.company_location_id left join users u on u.id = o.customer_id
     order by o.delivery_date desc, o.id desc) t`

const OWN = `
  i.id, i.order_id as "order", i.product, i.original_product, i.units_ordered, i.cases_ordered, i.unit_quantity,
  i.case_quantity, i.units_originally_ordered, i.cases_originally_ordered, i.bin_override, i.picked, i.scanned,
  i.out_of_stock, i.taxable, i.ignore_missing_items, i.admin_added, i.coupon_amount::text, i.coupon_note,
  i.estimated_price::text, i.final_price::text, i.price_per_unit::text, i.price_per_case::text, i.price_snapshot,
  i.lot_tracked, i.version`

const ITEMS = `
  select coalesce(json_agg(t), '[]')::text as json from (
    select ${OWN}, p.name, p.bin, p.weight_type, p.unit_type,
           (case p.weight_type when 'r/w' then 'w' else '' end || case when i.lot_tracked then 'l' else '' end) as subitem_type,
           coalesce((select json_agg(json_build_object('upc', a.upc) order by a.n)
                       from unnest(p.acceptable_substitutions) with ordinality as a(upc, n)), '[]') as acceptable_substitutions,
           case when w.id is null then null else json_build_object('id', w.id, 'name', w.name) end as warehouse,
           json_build_object('item_code', p.item_code) as item_code, p.stock_level, p.combined_stock_level, p.units_per_case,
           coalesce((select json_agg(s order by s.id) from (
             select s.id, s.order_item_id as order_item, s.order_id as "order", s.unit_type, s.weight_lbs::text, s.lot_code,
                    s.weight_kg::text, s.serial, s.raw_scan, s.version, i.price_per_unit::text, i.price_per_case::text
               from order_subitems s where s.order_item_id = i.id) s), '[]') as subitems
      from order_items i join products p on p.upc = i.product left join warehouses w on w.id = p.warehouse_id
     where i.order_id = $1::int order by i.id) t`

const PATCH = `
  update order_items i set unit_quantity = $2::int where i.id = $1::uuid
  returning row_to_json((select t from (select ${OWN}) t))::text as json`

async function ask(name: string, text: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ name, text, values })
  return rows[0]!.json
}

async function answer(request: http.IncomingMessage): Promise<string> {
  const url = request.url ?? ''
  if (request.method === 'PATCH') {
    const { unit_quantity } = JSON.parse(await textOf(request)) as { unit_quantity: number }
    return ask('patch', PATCH, [url.slice('/api/orderitems/'.length), unit_quantity])
  }
  if (url.startsWith('/api/orderitems/'))
    return ask('items', ITEMS, [new URL(url, 'http://bare').searchParams.get('order')])
  return ask('orders', ORDERS, [])
}

serveJson(answer)
