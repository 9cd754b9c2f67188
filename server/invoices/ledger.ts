/** Reads the ledger of money (docs/decisions/0242). The database posts to it: see `post_ledger` in the migrations. */
import { z } from 'zod'
import { LEDGER_KINDS, LedgerRow, MONEY_KINDS, type LedgerKind } from '#contract/invoices/ledger.ts'
import { filtersOf } from '../platform/filters.ts'
import { instantSql, sendList } from '../platform/json.ts'
import { numberText, paged, paging, type Routes } from '../platform/routes.ts'

const listOf = (kinds: readonly LedgerKind[]) => kinds.map((kind) => `'${kind}'`).join(', ')

/**
 * Joins to an order `o` what its invoice has kept (money that came and did not go back) and what is still to be paid of it:
 * `money.kept`, `money.due`. As `sumsOf` in contract/invoices/ledger.ts.
 */
export const MONEY_JOIN = `
  left join lateral (
    select coalesce(-sum(l.amount) filter (where l.kind in (${listOf(MONEY_KINDS)})), 0)::numeric(14, 2)::text as kept,
           coalesce(sum(l.amount) filter (where l.kind not in ('held', 'held_back')), 0)::numeric(14, 2)::text as due
      from ledger l where l.order_id = o.id) money on true`

export const ledgerRoutes: Routes = async (app, context) => {
  app.get(
    '/ledger',
    {
      onRequest: app.mayDo('payments.manage', 'Only the office may see what customers owe.'),
      schema: {
        tags: ['payments'],
        summary: 'The ledger of money: of a location, of an invoice, or of a kind; newest first',
        querystring: z.object({
          ...paging,
          company_location: numberText.optional(),
          order: numberText.optional(),
          kind: z.enum(LEDGER_KINDS).optional(),
        }),
        response: { 200: paged(LedgerRow) },
      },
    },
    async ({ query }, reply) => {
      const { where, nameOf, values } = filtersOf({
        location: ['l.company_location_id = $', query.company_location],
        order: ['l.order_id = $', query.order],
        kind: ['l.kind = $', query.kind],
      })
      return sendList(reply, context, {
        name: nameOf('ledger'),
        select: `select l.id::text, ${instantSql('l.at')} as at, l.kind,
                        l.amount::text, l.company_location_id as company_location,
                        coalesce(c.name, '') as location_name, l.order_id as "order",
                        coalesce(u.username, '') as username, coalesce(h.detail, '') as detail
                   from ledger l left join company_locations c on c.id = l.company_location_id
                   left join invoice_history h on h.id = l.history_id left join users u on u.id = h.user_id
                   ${where} order by l.id desc`,
        count: `select from ledger l ${where}`,
        values,
        paging: query,
      })
    },
  )
}
