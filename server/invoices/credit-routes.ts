/** The calls about credits of an invoice. */
import { z } from 'zod'
import { CreditBody, GivenCredit, Invoice, WaitingCredit } from '#contract/invoices/schema.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { Problem } from '../platform/problem.ts'
import { IdParams, numberText, type Routes } from '../platform/routes.ts'
import { creditInvoice } from './commands.ts'
import { readStoredInvoice } from './present.ts'
import { readCredits, reverseCredit } from './reverse-credit.ts'
import { listWaitingCredits } from './waiting-credits.ts'

const about = (summary: string) => ({ tags: ['invoices'], summary })

export const creditRoutes: Routes = async (app, context) => {
  const { pool } = context
  app.post(
    '/orders/:id/invoice/credit',
    {
      config: KEYED,
      schema: {
        ...about(
          'Credit an item of it, or something else, with a reason; where it is paid, towards the next',
        ),
        params: IdParams,
        body: CreditBody,
        response: { 200: Invoice },
      },
    },
    async (request, reply) => {
      const { person, params, body } = request
      await creditInvoice(context, person, params.id, body, keyedCall(request, reply))
      return readStoredInvoice(pool, person, params.id)
    },
  )

  app.get(
    '/orders/:id/invoice/credits',
    {
      schema: {
        ...about('Every credit that was given for it or stands on it, and what became of each'),
        params: IdParams,
        response: { 200: z.array(GivenCredit) },
      },
    },
    ({ person, params: { id } }) => readCredits(pool, person, id),
  )

  app.get(
    '/waitingcredits',
    {
      onRequest: app.mayDo('orders.invoice', 'Only the office may see the credits that wait.'),
      schema: {
        ...about('Credits that are on no invoice yet; of an order, those that its next invoice takes'),
        querystring: z.object({ order: numberText.optional() }),
        response: { 200: z.array(WaitingCredit) },
      },
    },
    ({ query: { order = null } }) => listWaitingCredits(pool, order),
  )

  app.post(
    '/orders/:id/invoice/credits/:credit/reverse',
    {
      config: KEYED,
      schema: {
        ...about('Take back a credit that no settled invoice has used: it no longer counts'),
        params: IdParams.extend({ credit: numberText }),
        response: { 200: Invoice, 204: z.null().describe('The order has no invoice, or is deleted.') },
      },
    },
    async (request, reply) => {
      const { person, params } = request
      const which = { order: params.id, credit: params.credit }
      await reverseCredit(context, person, which, keyedCall(request, reply))
      return readStoredInvoice(pool, person, params.id).catch((error: unknown) => {
        // A waiting credit of an unlocked order, or of a deleted one, is taken back without an invoice.
        if (error instanceof Problem && error.status === 404) return reply.code(204).send(null)
        throw error
      })
    },
  )
}
