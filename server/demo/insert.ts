/** Rows into tables, set-wise. */
import type pg from 'pg'
import type { ItemRow } from './items.ts'

/** So that neither side holds more than some megabytes of text at once. */
const ROWS_A_STATEMENT = 5_000

/**
 * Inserts rows whose fields are named as the table's columns; columns that the rows do not name take their defaults.
 * PostgreSQL reads each statement's rows from one JSON document, as its own row type.
 */
export async function insertRows(
  client: pg.ClientBase,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ')
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const some = JSON.stringify(rows.slice(from, from + ROWS_A_STATEMENT))
    await client.query(
      `insert into "${table}" (${columns}) select ${columns} from json_populate_recordset(null::"${table}", $1::json)`,
      [some],
    )
  }
}

/**
 * Inserts order items. They are most of the demo data, so columns that follow from others are not sent: the prices are
 * the product's, the original quantities are the ordered ones, and the rest has its default.
 */
export async function insertItems(client: pg.ClientBase, items: readonly ItemRow[]): Promise<void> {
  for (let from = 0; from < items.length; from += ROWS_A_STATEMENT) {
    const some = items.slice(from, from + ROWS_A_STATEMENT).map(slim)
    await client.query(
      `with priced as materialized (
        select upc, display_unit_price, display_case_price,
               jsonb_build_object('weight_type', weight_type,
                 'unit_price_per_lb', display_unit_price_per_lb::text,
                 'case_price_per_lb', display_case_price_per_lb::text,
                 'average_unit_weight', average_unit_weight::text,
                 'average_case_weight', average_case_weight::text) as snapshot
          from products
      )
      insert into order_items (id, order_id, product, original_product, units_ordered, cases_ordered, unit_quantity,
        case_quantity, units_originally_ordered, cases_originally_ordered, picked, scanned, out_of_stock, taxable,
        coupon_amount, coupon_note, estimated_price, final_price, price_per_unit, price_per_case, price_snapshot,
        lot_tracked)
      select r.id, r.order_id, r.product, r.original_product, r.units_ordered, r.cases_ordered, r.unit_quantity,
             r.case_quantity, r.units_ordered, r.cases_ordered, r.picked, r.scanned, r.out_of_stock, r.taxable,
             coalesce(r.coupon_amount, 0), coalesce(r.coupon_note, ''), r.estimated_price, r.final_price,
             p.display_unit_price, p.display_case_price, p.snapshot, r.lot_tracked
        from json_to_recordset($1::json) as r(
               id uuid, order_id int, product text, original_product text, units_ordered int, cases_ordered int,
               unit_quantity int, case_quantity int, picked boolean, scanned boolean, out_of_stock boolean,
               taxable boolean, coupon_amount numeric, coupon_note text, estimated_price numeric, final_price numeric,
               lot_tracked boolean)
        join priced p on p.upc = r.product`,
      [JSON.stringify(some)],
    )
  }
}

const slim = (item: ItemRow) => ({
  id: item.id,
  order_id: item.order_id,
  product: item.product,
  original_product: item.original_product ?? undefined,
  units_ordered: item.units_ordered,
  cases_ordered: item.cases_ordered,
  unit_quantity: item.unit_quantity,
  case_quantity: item.case_quantity,
  picked: item.picked,
  scanned: item.scanned ?? undefined,
  out_of_stock: item.out_of_stock,
  taxable: item.taxable,
  coupon_amount: item.coupon_note ? item.coupon_amount : undefined,
  coupon_note: item.coupon_note || undefined,
  estimated_price: item.estimated_price,
  final_price: item.final_price,
  lot_tracked: item.lot_tracked,
})
