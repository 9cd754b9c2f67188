/** The list of invoices: a customer's own (docs/decisions/0269), and those of all customers for the office (0272). */
import { z } from 'zod'
import { isPayable, type Payability } from '#contract/invoices/payment.ts'
import { InvoiceSummary } from '#contract/invoices/summary.ts'
import { filtersOf } from '../platform/filters.ts'
import { sendSelected } from '../platform/json.ts'
import { flag, paged, paging, type Routes } from '../platform/routes.ts'
import { companyOf } from '../platform/scope.ts'
import { DUE_DAY_SQL } from './due-day.ts'
import { MONEY_JOIN } from './ledger.ts'
import { PAYMENT_STATE_JOIN } from './payments/rows.ts'
import { paymentStateOf } from './present.ts'

const SUMMARY_SQL = `
  select o.id, l.name as company, o.delivery_date::text, (${DUE_DAY_SQL})::text as due_date,
         v.grand_total::text, coalesce(money.due, '0.00') as due, o.paid_status,
         coalesce(paying.payment_state, '') as payment_state, l.payments_enabled, coalesce(u.username, '') as username
    from orders o join invoices v on v.order_id = o.id join company_locations l on l.id = o.company_location_id
         left join users u on u.id = o.customer_id ${PAYMENT_STATE_JOIN} ${MONEY_JOIN}`

interface SummaryRow extends Payability {
  id: number
  company: string
  delivery_date: string
  due_date: string
  grand_total: string
  username: string
}

function present(row: SummaryRow): InvoiceSummary {
  const { id, company, delivery_date, due_date, grand_total, due, username } = row
  return {
    id,
    company,
    delivery_date,
    due_date,
    grand_total,
    due,
    ...paymentStateOf(row),
    payable: isPayable(row),
    customer: { username },
  }
}

export const invoiceSummaryRoutes: Routes = async (app, context) => {
  app.get(
    '/invoicesummaries',
    {
      onRequest: app.mayDo('invoices.list', 'Invoices are for the office and for customers.'),
      schema: {
        tags: ['invoices'],
        summary:
          'Invoices, of the own company for customers: newest delivery first; the office has those that are open oldest due first',
        querystring: z.object({ ...paging, open: flag.optional() }),
        response: { 200: paged(InvoiceSummary) },
      },
    },
    async ({ person, query }, reply) => {
      const company = companyOf(person)
      return sendSelected(reply, context, {
        name: 'invoice summaries',
        filters: filtersOf({
          company: ['o.company_id = $', company],
          invoiced: ['o.invoiced', true],
          open: [`o.paid_status in ('', 'r', 'i')`, query.open],
        }),
        sql: SUMMARY_SQL,
        from: 'orders o',
        order: query.open && company === null ? `${DUE_DAY_SQL}, o.id` : 'o.delivery_date desc, o.id desc',
        paging: query,
        finish: async (rows) => JSON.stringify((JSON.parse(rows) as SummaryRow[]).map(present)),
      })
    },
  )
}
