/**
 * The least that could make an invoice: Node's own HTTP server, node-postgres, and one transaction with the statements that
 * it cannot do without. It locks the order, reads its lines with their pieces, and stores the document, the sums, a line of
 * history and the order's total. No sign-in, no rights, nothing that could stand against it, no prices of its own.
 */
import { pool, serveJson } from './serve-json.ts'

const LINES = `
  select i.id, p.name, p.item_code, i.unit_quantity, i.case_quantity, i.price_per_unit::text as unit_price,
         i.price_per_case::text as case_price, i.final_price::text as total, i.taxable,
         coalesce((select json_agg(json_build_object('unit_type', s.unit_type, 'weight_lbs', s.weight_lbs::text, 'lot', s.lot_code))
                     from order_subitems s where s.order_item_id = i.id), '[]') as pieces
    from order_items i join products p on p.upc = i.product
   where i.order_id = $1 and i.unit_quantity + i.case_quantity > 0 order by i.id`

const STORE = `
  insert into invoices (order_id, document, subtotal, grand_total) values ($1, $2, $3, $3)
  on conflict (order_id) do update set document = $2, subtotal = $3, grand_total = $3, created_at = now(),
     version = invoices.version + 1`

async function invoice(order: number): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'lock', text: 'select from orders where id = $1 for update', values: [order] })
    const { rows } = await client.query<{ total: string }>({ name: 'lines', text: LINES, values: [order] })
    const total = rows.reduce((sum, line) => sum + Math.round(Number(line.total) * 100), 0) / 100
    const document = JSON.stringify({ items: rows })
    await client.query({ name: 'store', text: STORE, values: [order, document, total] })
    await client.query({
      name: 'history',
      text: `insert into invoice_history (order_id, act, grand_total) values ($1, 'regenerated', $2)`,
      values: [order, total],
    })
    await client.query({
      name: 'order',
      text: `update orders set invoiced = true, status = 'invoiced', invoice_total = $2 where id = $1`,
      values: [order, total],
    })
    await client.query('commit')
    return JSON.stringify({ id: order, invoice_total: total })
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

serveJson((request) => {
  request.resume()
  return invoice(Number(/orders\/(\d+)\//.exec(request.url ?? '')?.[1]))
})
