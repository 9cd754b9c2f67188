/** What leaves the server of receipts, listed by hand. */
import { CODES_SQL } from './match-lines.ts'

export const RECEIPT_SQL = `
  select r.id, r.description, r.total::text, r.warehouse_id as warehouse, r.pricing_type, r.user_uploaded, r.date,
         case when r.lines_sent = 0 then 0
              else greatest(0, r.lines_sent - (select count(*) from receipt_lines l where l.receipt_id = r.id))::int
         end as missing_lines
    from receipts r`

/** A quantity without the zeros that say nothing. */
const quantity = (column: string) => `trim_scale(${column})::text as quantity`

const LINE = `l.id, l.receipt_id as receipt, l.product, l.quantity, l.unit_type, l.total, l.price, l.line`
const SHOWN = `id, receipt, product, item_code, product_name, ${quantity('quantity')}, unit_type, total::text, price::text, line`

/** Lines as they were stored. `where` is about `receipt_lines l`. */
export const lineSql = (where: string) =>
  `select ${SHOWN} from (select ${LINE}, l.item_code, l.product_name from receipt_lines l ${where}) t order by receipt, line`

/** The same, with what the catalogue knows where the supplier said nothing (`product_info=1`). */
export const lineWithProductSql = (where: string) => `
  with ${CODES_SQL}
  select ${SHOWN} from (
    select ${LINE}, coalesce(nullif(l.item_code, ''), p.item_code, '') as item_code,
           coalesce(nullif(l.product_name, ''), p.name, '') as product_name
      from receipt_lines l left join codes c on c.code = ltrim(l.product, '0') left join products p on p.upc = c.upc
      ${where}) t
   order by receipt, line`

/** C170. A converted invoice has its receipt's name. */
export const SUPPLIER_INVOICE_SQL = `
  select i.receipt_number as "receiptNumber", i.sales::text, i.purchase_date as "purchaseDate", i.branch,
         i.receipt_id is not null as converted, coalesce(r.description, '') as description
    from supplier_invoices i left join receipts r on r.id = i.receipt_id`
