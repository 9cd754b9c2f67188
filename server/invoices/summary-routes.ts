/** A customer's own list of invoices (docs/decisions/0269). The office has open balances. */
import { z } from 'zod'
import { isPayable, type Payability } from '#contract/invoices/payment.ts'
import { InvoiceSummary } from '#contract/invoices/summary.ts'
import { filtersOf } from '../platform/filters.ts'
import { sendList } from '../platform/json.ts'
import { flag, paged, paging, type Routes } from '../platform/routes.ts'
import { companyOf } from '../platform/scope.ts'
import { DUE_DAY_SQL } from './due-day.ts'
import { MONEY_JOIN } from './ledger.ts'
import { PAYMENT_STATE_JOIN } from './payments/rows.ts'
import { paidOf } from './present.ts'

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
    ...paidOf(row),
    payable: isPayable(row),
    customer: { username },
  }
}

export const invoiceSummaryRoutes: Routes = async (app, context) => {
  app.get(
    '/invoicesummaries',
    {
      onRequest: app.mayDo('invoices.own', 'This list is for customers. The office has open balances.'),
      schema: {
        tags: ['invoices'],
        summary: 'The invoices of the own company, newest delivery first',
        querystring: z.object({ ...paging, open: flag.optional() }),
        response: { 200: paged(InvoiceSummary) },
      },
    },
    async ({ person, query }, reply) => {
      const { where, nameOf, values } = filtersOf({
        company: ['o.company_id = $', companyOf(person)],
        invoiced: ['o.invoiced', true],
        open: [`o.paid_status in ('', 'r', 'i')`, query.open],
      })
      return sendList(reply, context, {
        name: nameOf('invoice summaries'),
        select: `${SUMMARY_SQL}${where} order by o.delivery_date desc, o.id desc`,
        count: `select from orders o${where}`,
        values,
        paging: query,
        finish: async (rows) => JSON.stringify((JSON.parse(rows) as SummaryRow[]).map(present)),
      })
    },
  )
}
