/** The office's calls about payments: external payments, held money, disputes, balances, and the state of Stripe. */
import { z } from 'zod'
import { OpenBalance } from '#contract/invoices/balances.ts'
import {
  ApplyPayment,
  ExternalPayment,
  HeldPayment,
  PaymentNote,
  PaymentDispute,
  PaymentProviderState,
  RefundedPayment,
  TakenBack,
} from '#contract/invoices/payment.ts'
import { RECONCILED_DAYS_MAX, ReconciliationRow } from '#contract/invoices/reconciliation.ts'
import { Day, RowId } from '#contract/values.ts'
import type { Context } from '../../platform/context.ts'
import { sendDone } from '../../platform/json.ts'
import { IdParams, routesOf, type App } from '../../platform/routes.ts'
import { listDisputes } from './disputes.ts'
import { payExternally, takeBackPayment } from './external.ts'
import { listBalances } from '../balances.ts'
import { applyHeld, listHeld, refundHeld } from './held.ts'
import { holdPayments } from './hold.ts'
import { openAgain } from './open-again.ts'
import { readReconciliation } from './reconciliation.ts'
import { stateOfStripe } from './state.ts'

const about = (summary: string) => ({ tags: ['payments'], summary })
const heldParams = z.object({ id: RowId })
const NOTHING = { 204: z.null() }

export const paymentOfficeRoutes = routesOf(
  addInvoicePaymentRoutes,
  addPaymentReportRoutes,
  addHeldPaymentRoutes,
)

/** Adds the office's calls about the payments of one invoice. */
function addInvoicePaymentRoutes(app: App, context: Context): void {
  const hasProved = app.hasProved('payments.manage')
  app.post(
    '/orders/:id/invoice/setpaidexternally',
    {
      onRequest: hasProved,
      schema: {
        ...about('The office was paid by check, in cash or otherwise'),
        params: IdParams,
        body: ExternalPayment,
        response: NOTHING,
      },
    },
    async ({ person, params: { id }, body }, reply) =>
      sendDone(reply, payExternally(context, person, id, body)),
  )

  app.post(
    '/orders/:id/invoice/setnotpaidexternally',
    {
      onRequest: hasProved,
      schema: {
        ...about('It was not paid after all: one part, or all of them'),
        params: IdParams,
        body: TakenBack,
        response: NOTHING,
      },
    },
    async ({ person, params: { id }, body }, reply) =>
      sendDone(reply, takeBackPayment(context, person, id, body?.payment ?? null)),
  )

  for (const [call, summary, act] of [
    ['holdpayments', 'Hold what was paid online of an invoice that is open', holdPayments],
    ['openagain', 'Open a paid invoice again of which money went back', openAgain],
  ] as const)
    app.post(
      `/orders/:id/invoice/${call}`,
      {
        onRequest: hasProved,
        schema: { ...about(summary), params: IdParams, body: PaymentNote, response: NOTHING },
      },
      async ({ person, params: { id }, body }, reply) => sendDone(reply, act(context, person, id, body.note)),
    )
}

function addPaymentReportRoutes(app: App, context: Context): void {
  app.get(
    '/disputes',
    {
      schema: {
        ...about('Disputes of payments, those that can be answered first'),
        response: { 200: PaymentDispute.array() },
      },
    },
    ({ person }) => listDisputes(context, person),
  )

  app.get(
    '/reconciliation',
    {
      schema: {
        ...about(
          `What the provider moved on these days, ${RECONCILED_DAYS_MAX} at most, against what is shown as paid`,
        ),
        querystring: z.object({ start_date: Day, end_date: Day }),
        response: { 200: ReconciliationRow.array() },
      },
    },
    ({ person, query }) =>
      readReconciliation(context, person, { start: query.start_date, end: query.end_date }),
  )

  app.get(
    '/paymentprovider/state',
    {
      schema: {
        ...about('How the server and the provider hear of each other'),
        response: { 200: PaymentProviderState },
      },
    },
    ({ person }) => stateOfStripe(context, person),
  )

  app.get(
    '/openbalances',
    {
      schema: {
        ...about('What each location was invoiced, has paid, and owes'),
        response: { 200: OpenBalance.array() },
      },
    },
    ({ person }) => listBalances(context, person),
  )
}

function addHeldPaymentRoutes(app: App, context: Context): void {
  app.get(
    '/heldpayments',
    {
      schema: {
        ...about('Money that arrived and does not fit its invoice, newest first'),
        response: { 200: HeldPayment.array() },
      },
    },
    ({ person }) => listHeld(context, person),
  )

  app.post(
    '/heldpayments/:id/apply',
    {
      schema: {
        ...about('It pays an invoice after all'),
        params: heldParams,
        body: ApplyPayment,
        response: NOTHING,
      },
    },
    async ({ person, params: { id }, body }, reply) => sendDone(reply, applyHeld(context, person, id, body)),
  )

  app.post(
    '/heldpayments/:id/refunded',
    {
      schema: { ...about('It was given back'), params: heldParams, body: RefundedPayment, response: NOTHING },
    },
    async ({ person, params: { id }, body }, reply) =>
      sendDone(reply, refundHeld(context, person, id, body.note)),
  )
}
