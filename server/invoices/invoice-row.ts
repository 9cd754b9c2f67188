/** An invoice's row as it is read (`present.ts`), and as it is kept when it is issued (`history.ts`). */
import { secondSql } from '../platform/json.ts'
import { z } from 'zod'
import { PaymentState } from '#contract/invoices/payment.ts'
import { FEES, InvoiceCredit } from '#contract/invoices/schema.ts'
import { CREDIT_SQL } from './credits.ts'
import { DUE_DAY_SQL } from './due-day.ts'
import type { InvoiceDocument } from './document.ts'
import { EXPORTED_TOTAL_SQL } from './exported-total.ts'
import { MONEY_JOIN } from './ledger.ts'
import { PAYMENT_STATE_JOIN } from './payments/rows.ts'
import { VERSION_SQL } from './version.ts'
import { ofCompany } from '../platform/scope.ts'

/** An invoice as it is issued: everything that is printed. Kept in `invoice_history.issued`. */
export const IssuedRow = z.object({
  order_id: z.number(),
  version: z.string(),
  created_date: z.string(),
  order_delivery_date: z.string(),
  document: z.custom<InvoiceDocument>((value) => typeof value === 'object' && value !== null),
  overrides: z.object({
    items: z.record(z.string(), z.object({ unit: z.string().nullable(), case: z.string().nullable() })),
    surcharges: z.record(z.string(), z.string()),
  }),
  subtotal: z.string(),
  credit_card_fee: z.string(),
  refrigerated_delivery_fee: z.string(),
  late_fee: z.string(),
  fuel_surcharge: z.string(),
  tax_total: z.string(),
  grand_total: z.string(),
  on_time_discount: z.string(),
  paid_status: z.string(),
  credits: z.array(InvoiceCredit),
  username: z.string(),
})
export type IssuedRow = z.infer<typeof IssuedRow>

/** What an invoice comes to. */
export const GrandTotalRow = IssuedRow.pick({ grand_total: true })

/** An invoice with its mail addresses, the state of its payment, and the total that was exported to the books. */
export const InvoiceRow = IssuedRow.extend({
  exported_total: z.string().nullable(),
  /** The money kept on it, and the amount still due; null for a revision. */
  kept: z.string().nullable(),
  due: z.string().nullable(),
  /** Null for a revision. */
  due_date: z.string().nullable(),
  payment_state: PaymentState,
  payment_error: z.string().nullable(),
  payments_enabled: z.boolean(),
  cc_addresses: z.array(z.string()),
  email: z.string(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

const ISSUED_COLUMNS = `
  v.order_id, ${VERSION_SQL} as version, ${secondSql('v.created_at')} as created_date,
  o.delivery_date::text as order_delivery_date, v.document, v.overrides, v.subtotal::text, ${FEES.map((fee) => `v.${fee}::text`).join(', ')},
  v.tax_total::text, v.grand_total::text, v.on_time_discount::text, o.paid_status, coalesce(u.username, '') as username,
  coalesce((select json_agg(c order by c.id) from (${CREDIT_SQL} where c.order_id = v.order_id and c.reversed_at is null) c), '[]') as credits`
const ISSUED_FROM = 'invoices v join orders o on o.id = v.order_id left join users u on u.id = o.customer_id'

/** SQL of the invoices of a company, $1; null for those of all. */
export const INVOICE_SQL = `
  select ${ISSUED_COLUMNS}, ${EXPORTED_TOTAL_SQL} as exported_total, money.kept, money.due, (${DUE_DAY_SQL})::text as due_date,
         coalesce(paying.payment_state, '') as payment_state, paying.payment_error, l.payments_enabled, l.cc_addresses,
         coalesce(u.email, '') as email
    from ${ISSUED_FROM} join company_locations l on l.id = o.company_location_id ${PAYMENT_STATE_JOIN} ${MONEY_JOIN}
   where ${ofCompany('$1', 'o')}`

/**
 * SQL of one invoice as it is issued, as jsonb.
 * @param order SQL of the order's number
 */
export const issuedSql = (order: string): string =>
  `(select to_jsonb(v) from (select ${ISSUED_COLUMNS} from ${ISSUED_FROM} where v.order_id = ${order}) v)`
