/**
 * The least that places an order: Node's own HTTP server and node-postgres, one transaction that inserts the order and its
 * lines and sums them up. No sign-in, no rights, no prices to look up, no dedupe, no mail, no log.
 */
import { pool, serveJson } from './serve-json.ts'
import { textOf } from './text-of.ts'

interface Body {
  customer: number
  delivery_date: string
  order_items: { product: string; unit_quantity: number; case_quantity: number }[]
}

const ORDER = `
  insert into orders (customer_id, company_id, company_location_id, placed_date, delivery_date, items_count)
  select u.id, u.company_id, l.id, current_date, $2::date, $3::int
    from users u join company_locations l on l.company_id = u.company_id where u.id = $1::int limit 1 returning id`
const ITEMS = `
  insert into order_items (id, order_id, product, units_ordered, cases_ordered, units_originally_ordered,
      cases_originally_ordered, price_per_unit, price_per_case, estimated_price, price_snapshot)
  select uuidv7(), $1::int, p.upc, r.unit_quantity, r.case_quantity, r.unit_quantity, r.case_quantity,
         p.display_unit_price, p.display_case_price,
         p.display_unit_price * r.unit_quantity + p.display_case_price * r.case_quantity,
         jsonb_build_object('weight_type', p.weight_type, 'unit_price_per_lb', p.display_unit_price_per_lb::text,
           'case_price_per_lb', p.display_case_price_per_lb::text, 'average_unit_weight', p.average_unit_weight::text,
           'average_case_weight', p.average_case_weight::text)
    from json_to_recordset($2::json) as r(product text, unit_quantity int, case_quantity int)
    join products p on p.upc = r.product`
const TOTAL = `
  update orders o set total = (select sum(i.estimated_price) from order_items i where i.order_id = o.id)
   where o.id = $1::int returning row_to_json(o)::text as json`

async function place({ customer, delivery_date, order_items }: Body): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const order = await client.query<{ id: number }>({
      name: 'order',
      text: ORDER,
      values: [customer, delivery_date, order_items.length],
    })
    const { id } = order.rows[0]!
    await client.query({ name: 'items', text: ITEMS, values: [id, JSON.stringify(order_items)] })
    const { rows } = await client.query<{ json: string }>({ name: 'total', text: TOTAL, values: [id] })
    await client.query('commit')
    return rows[0]!.json
  } finally {
    client.release()
  }
}

serveJson(async (request) => place(JSON.parse(await textOf(request)) as Body), 201)
