/** The history of a business: its orders, invoices, payments, mails and edits of so many days, made in SQL, through the triggers. */
import type pg from 'pg'

/** How long a business has run, how many orders it took meanwhile, and how many lines each has. */
export interface History {
  orders: number
  days: number
  items: number
}

/** SQL of a line's price snapshot, of its product `p`. */
export const SNAPSHOT = `jsonb_build_object('weight_type', p.weight_type,
           'unit_price_per_lb', p.display_unit_price_per_lb::text, 'case_price_per_lb', p.display_case_price_per_lb::text,
           'average_unit_weight', p.average_unit_weight::text, 'average_case_weight', p.average_case_weight::text)`

/** The last day is a week ahead, so that some orders are still to be picked. $1 orders, $2 days, $3 lines. */
const ORDERS = `
  insert into orders (company_id, company_location_id, customer_id, delivery_date, placed_date, created_date, placed_at, status,
                      total, items_count, picked_count, picking_complete, invoiced, invoice_total, paid_status)
  select l.company_id, l.id, u.id, day, day - 2, day - 2, day - 2, case when is_done then 'invoiced' else 'placed' end,
         100 + n % 900, $3::int, case when is_done then $3::int else 0 end, is_done, is_done, case when is_done then 100 + n % 900 end,
         case when not is_done then '' when n % 50 = 0 then 'r' else 'e' end
    from (select n, current_date + 7 - $2::int + (n::bigint * $2::int / $1::int)::int as day
            from generate_series(0, $1::int - 1) n) numbered
    cross join lateral (select day < current_date as is_done) done
    join (select *, row_number() over (order by id) - 1 as at, count(*) over () as of from company_locations) l on l.at = n % l.of
    left join lateral (select id from users where company_id = l.company_id order by id limit 1) u on true
   order by n`

/** What the orders have: lines, pieces, invoices, payments, a confirmation and an invoice by mail, and an edit of every line. */
const PARTS = [
  `
    with numbered as (select upc, row_number() over (order by upc) - 1 as at from products)
    insert into order_items (id, order_id, product, units_ordered, units_originally_ordered, unit_quantity, picked, scanned,
                             price_per_unit, price_per_case, estimated_price, final_price, price_snapshot)
    select uuidv7(), o.id, p.upc, 4, 4, case when o.invoiced then 4 else 0 end, o.invoiced, case when o.invoiced then true end,
           p.display_unit_price, p.display_case_price, p.display_unit_price * 4,
           case when o.invoiced then p.display_unit_price * 4 else 0 end, ${SNAPSHOT}
      from orders o cross join lateral generate_series(1, o.items_count) j
      join numbered n on n.at = (o.id::bigint * 7919 + j * 104729) % (select count(*) from products)
      join products p on p.upc = n.upc`,
  `
    insert into order_subitems (id, order_item_id, order_id, unit_type, weight_lbs, weight_kg)
    select uuidv7(), i.id, i.order_id, 'u', 10.125, 4.593
      from order_items i join products p on p.upc = i.product cross join generate_series(1, 2)
     where i.picked and p.weight_type = 'r/w'`,
  `
    insert into invoices (order_id, created_at, document, subtotal, grand_total)
    select id, delivery_date, '{"items":[]}', invoice_total, invoice_total
      from orders where invoiced`,
  `
    insert into payments (id, order_id, method, status, invoice_total, amount, way, received_on, created_at)
    select uuidv7(), id, 'external', 'succeeded', invoice_total, invoice_total, 'check', delivery_date + 14, delivery_date + 14
      from orders where paid_status = 'e'`,
  `
    insert into mails (id, kind, order_id, to_address, subject, message_id, state, created_at, settled_at)
    select uuidv7(), kind, o.id, 'kitchen@example.com', 'Order ' || o.id, kind || '-' || o.id, 'sent', at, at
      from orders o
      cross join lateral (values ('order', o.created_date), ('invoice', o.delivery_date + interval '8 hours')) made(kind, at)
     where kind = 'order' or o.invoiced`,
  `
    insert into mutations (id, fingerprint, user_id, device_id, entity, entity_id, order_id, method, body, outcome, status,
                           made_at, at)
    select gen_random_uuid(), '', 1, 'handheld', 'orderitems', i.id, i.order_id, 'PATCH', '{"picked":true}', 'applied', 200,
           o.delivery_date, o.delivery_date
      from order_items i join orders o on o.id = i.order_id where i.picked`,
]

/** What the ledger's triggers would post of each, in one statement. */
const LEDGER = `
  insert into ledger (kind, company_location_id, order_id, credit_id, payment_id, amount)
    select kind, company_location_id, order_id, credit_id, payment_id, amount from ledger_state where amount <> 0`
const POSTED = ['invoices', 'payments']

/** Fills a database that has its customers and products (`seed.ts`) and no invoices. */
export async function seedHistory(pool: pg.Pool, { orders, days, items }: History): Promise<void> {
  for (const table of POSTED) await pool.query(`alter table ${table} disable trigger ledger`)
  await pool.query(ORDERS, [orders, days, items])
  for (const part of PARTS) await pool.query(part)
  await pool.query(LEDGER)
  for (const table of POSTED) await pool.query(`alter table ${table} enable trigger ledger`)
}
