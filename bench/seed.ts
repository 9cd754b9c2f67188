/** A business of the size that the goals name, made by a few statements. */
import { openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/schema/migrate.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { seedHistory, SNAPSHOT, type History } from './history-seed.ts'
import { summariseOrders } from '#server/edits/store.ts'

export const SIGN_IN = { username: 'bench', password: 'harborvine' }
export const ITEMS_PER_ORDER = 40

export interface Size {
  products: number
  /** Orders delivered in the days that a device keeps. */
  orders: number
  /** Orders delivered long before. */
  oldOrders: number
  /** What the business did before, instead of those orders. */
  history?: History
}

const COMPANIES = `
  insert into companies (name) select 'Harbor Grill ' || n from generate_series(1, 200) n;
  insert into company_locations (company_id, name, complete_address)
    select id, name || ', Dock Street', id || ' Dock Street, Jersey City, NJ 07302' from companies;
  insert into users (username, first_name, last_name, role_id, company_id, password_hash)
    select 'buyer' || id, 'Buyer', 'Number ' || id, 20, id, '' from companies;
  insert into warehouses (id, name) values (3, 'Freezer'), (4, 'Dry & Chill'), (5, 'Paper');`

/** GTIN-13 with their check digit, one product in five sold by weight, one in three with two substitutes. */
const PRODUCTS = `
  insert into item_codes (item_code) select 'IC' || n from generate_series(0, $1::int / 4) n;
`
const PRODUCT_ROWS = `
  with code as (
    select n, '0' || (61410000000 + n) as body from generate_series(1, $1::int) n
  ), gtin as (
    select n, body || ((10 - (select sum(substr(body, i, 1)::int * (case i % 2 when 1 then 1 else 3 end))
                                from generate_series(1, 12) i) % 10) % 10) as upc from code
  )
  insert into products (upc, name, size, item_code, unit_price, case_price, display_unit_price, display_case_price,
      display_unit_price_per_lb, display_case_price_per_lb, units_per_case, stock_level, combined_stock_level,
      api_catch_weight, average_unit_weight, average_case_weight, weight_min_lbs, weight_max_lbs, weight_type, bin,
      warehouse_id, acceptable_substitutions, unit_type, supplier_rate)
  select upc, (array['Atlantic salmon fillet', 'Pecorino romano wheel', 'San Marzano tomatoes', 'Chicken thigh boneless',
                     'Paper towel roll', 'Extra virgin olive oil'])[1 + n % 6] || ' no. ' || n,
         (1 + n % 12) || ' lb', 'IC' || n / 4, 2.5 + n % 40, 24 + n % 300, 2.5 + n % 40, 24 + n % 300,
         case when n % 5 = 0 then 6.75 end, case when n % 5 = 0 then 6.25 end, 6 + n % 18, n % 500, n % 900,
         n % 5 = 0, case when n % 5 = 0 then 11.250 end, case when n % 5 = 0 then 48.500 end,
         case when n % 5 = 0 then 4 end, case when n % 5 = 0 then 90 end, case when n % 5 = 0 then 'r/w' else '' end,
         chr(65 + n % 8) || '-' || lpad((n % 60)::text, 2, '0') || '-' || n % 5, 3 + n % 3,
         case when n % 3 = 0 then array[lag(upc, 1, upc) over (order by n), lag(upc, 2, upc) over (order by n)] else '{}' end,
         'Unit / Case', 2.1 + n % 30
    from gtin`
/** One product in twenty has another barcode. */
const BARCODES = `
  insert into barcode_alternates (barcode, product)
    select '9' || substr(upc, 2), upc from products where right(upc, 2)::int % 20 = 0`

/** Days from 6 back to 13 ahead, so that neither end of the window is at risk when the day turns. */
const ORDERS = `
  insert into orders (company_id, company_location_id, customer_id, delivery_date, placed_date, note)
  select l.company_id, l.id, u.id,
         case when n <= $1::int then current_date - 6 + n % 20 else current_date - 60 - n % 300 end, current_date - 7,
         case when n % 4 = 0 then 'Deliver to the back door before 9.' else '' end
    from generate_series(1, $1::int + $2::int) n
    join company_locations l on l.id = 1 + n % 200
    join users u on u.company_id = l.company_id`
const ITEMS = `
  with numbered as (select upc, row_number() over (order by upc) - 1 as at from products)
  insert into order_items (id, order_id, product, units_ordered, cases_ordered, units_originally_ordered,
      cases_originally_ordered, price_per_unit, price_per_case, estimated_price, price_snapshot, picked, unit_quantity)
  select uuidv7(), o.id, p.upc, 8, j % 2, 8, j % 2, p.display_unit_price, p.display_case_price,
         p.display_unit_price * 8, ${SNAPSHOT},
         o.id % 2 = 0 and j % 3 = 0, case when o.id % 2 = 0 and j % 3 = 0 then 2 else 0 end
    from orders o cross join generate_series(0, ${ITEMS_PER_ORDER - 1}) j
    join numbered n on n.at = (o.id::bigint * 7919 + j * 104729) % $1::int
    join products p on p.upc = n.upc`
/** Each picked line that is sold by weight has its two pieces. */
const PIECES = `
  insert into order_subitems (id, order_item_id, order_id, unit_type, weight_lbs, lot_code, weight_kg)
  select uuidv7(), i.id, i.order_id, 'u', 10.125 + n, 'L' || i.order_id, 4.593 + n
    from order_items i join products p on p.upc = i.product cross join generate_series(1, 2) n
   where i.picked and p.weight_type = 'r/w'`

/** Fills an empty database. Its person `SIGN_IN` is a manager, who sees everything. */
export async function seed(url: string, { products, orders, oldOrders, history }: Size): Promise<void> {
  const { pool, close } = openDatabase(url, { max: 1 })
  try {
    await migrate(pool)
    await pool.query(
      `insert into users (username, first_name, last_name, role_id, is_staff, password_hash) values ($1, 'Bench', 'Manager', 5, true, $2)`,
      [SIGN_IN.username, await hashPassword(SIGN_IN.password)],
    )
    await pool.query(COMPANIES)
    await pool.query(PRODUCTS, [products])
    await pool.query(PRODUCT_ROWS, [products])
    await pool.query(BARCODES)
    if (orders + oldOrders > 0) {
      await pool.query(ORDERS, [orders, oldOrders])
      await pool.query(ITEMS, [products])
      await pool.query(PIECES)
      const { rows } = await pool.query<{ id: number }>('select id from orders')
      const client = await pool.connect()
      await summariseOrders(
        client,
        rows.map((row) => row.id),
      )
      client.release()
    }
    if (history) await seedHistory(pool, history)
    await pool.query('vacuum analyze')
    await pool.query('checkpoint')
  } finally {
    await close()
  }
}
