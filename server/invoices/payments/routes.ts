/** The calls of paying an invoice online (B107, B221–B223), and the one that Stripe makes. */
import { z } from 'zod'
import { OpenBalance } from '#contract/invoices/balances.ts'
import {
  ApplyPayment,
  CardShown,
  ExternalPayment,
  FeeTakenOff,
  HeldPayment,
  PaymentNote,
  PaymentDetails,
  PaymentDispute,
  PaymentPreview,
  PaymentProvider,
  PaymentProviderState,
  PaymentStart,
  RefundedPayment,
  StartPayment,
  TakenBack,
} from '#contract/invoices/payment.ts'
import { RECONCILED_DAYS_MAX, ReconciliationRow } from '#contract/invoices/reconciliation.ts'
import { Day, RowId } from '#contract/values.ts'
import { Problem } from '../../platform/problem.ts'
import { numberText, type Routes } from '../../platform/routes.ts'
import { paymentDetails, paymentPreview, refreshPayment } from './details.ts'
import { listDisputes } from './disputes.ts'
import { payExternally, takeBack } from './external.ts'
import { listBalances } from '../balances.ts'
import { applyHeld, listHeld, refundHeld } from './held.ts'
import { holdPayments } from './hold.ts'
import { openAgain } from './open-again.ts'
import { isPaymentSetUp, takesTestCards } from './provider.ts'
import { setReady } from './ready.ts'
import { readReconciliation } from './reconciliation.ts'
import { startPayment } from './start.ts'
import { stateOfStripe } from './state.ts'
import { hear, readEvent } from './webhook.ts'
import { waiveFee } from './waive-fee.ts'
import { cancelVerification } from './withdraw.ts'

const about = (summary: string) => ({ tags: ['payments'], summary })
const params = z.object({ id: numberText })
const heldParams = z.object({ id: RowId })
const NOTHING = { 204: z.null() }

export const paymentRoutes: Routes = async (app, context) => {
  const hasProved = app.hasProved('payments.manage')
  for (const [call, ready] of [
    ['setpayable', true],
    ['setnotpayable', false],
  ] as const)
    app.post(
      `/orders/:id/invoice/${call}`,
      {
        schema: {
          ...about(ready ? 'Let the customer pay the invoice' : 'The invoice is not to be paid yet'),
          params,
          response: NOTHING,
        },
      },
      async ({ person, params: { id } }, reply) => {
        await setReady(context, person, id, ready)
        return reply.code(204).send(null)
      },
    )

  app.post(
    '/orders/:id/invoice/setpaidexternally',
    {
      onRequest: hasProved,
      schema: {
        ...about('The office was paid by check, in cash or otherwise'),
        params,
        body: ExternalPayment,
        response: NOTHING,
      },
    },
    async ({ person, params: { id }, body }, reply) => {
      await payExternally(context, person, id, body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/orders/:id/invoice/setnotpaidexternally',
    {
      onRequest: hasProved,
      schema: {
        ...about('It was not paid after all: one part, or all of them'),
        params,
        body: TakenBack,
        response: NOTHING,
      },
    },
    async ({ person, params: { id }, body }, reply) => {
      await takeBack(context, person, id, body?.payment ?? null)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/orders/:id/invoice/holdpayments',
    {
      onRequest: hasProved,
      schema: {
        ...about('Hold what was paid online of an invoice that is open'),
        params,
        body: PaymentNote,
        response: NOTHING,
      },
    },
    async ({ person, params: { id }, body }, reply) => {
      await holdPayments(context, person, id, body.note)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/orders/:id/invoice/openagain',
    {
      onRequest: hasProved,
      schema: {
        ...about('Open a paid invoice again of which money went back'),
        params,
        body: PaymentNote,
        response: NOTHING,
      },
    },
    async ({ person, params: { id }, body }, reply) => {
      await openAgain(context, person, id, body.note)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/orders/:id/invoice/paymentpreview',
    {
      schema: { ...about('What paying costs, by each method'), params, response: { 200: PaymentPreview } },
    },
    ({ person, params: { id } }) => paymentPreview(context, person, id),
  )

  app.post(
    '/orders/:id/invoice/payment',
    {
      schema: {
        ...about('Start to pay, once however often it is pressed'),
        params,
        body: StartPayment,
        response: { 200: PaymentStart },
      },
    },
    ({ person, params: { id }, body }) => startPayment(context, person, id, body.payment_method),
  )

  app.post(
    '/orders/:id/invoice/payment/withoutfee',
    {
      schema: {
        ...about(
          'The card that was typed is a debit or prepaid card: its fee is taken off before it is confirmed',
        ),
        params,
        body: CardShown,
        response: { 200: FeeTakenOff },
      },
    },
    async ({ person, params: { id }, body }) => ({
      invoice_payment_summary: { card: await waiveFee(context, person, id, body.confirmation_token) },
    }),
  )

  app.post(
    '/orders/:id/invoice/refreshpayment',
    {
      schema: {
        ...about('Ask the provider how the payment stands, ahead of its event'),
        params,
        response: NOTHING,
      },
    },
    async ({ person, params: { id } }, reply) => {
      await refreshPayment(context, person, id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/orders/:id/invoice/cancelpayment',
    {
      schema: { ...about('End a payment whose bank account is not verified yet'), params, response: NOTHING },
    },
    async ({ person, params: { id } }, reply) => {
      await cancelVerification(context, person, id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/orders/:id/invoice/paymentdetails',
    {
      schema: {
        ...about('What came of each payment, newest first'),
        params,
        response: { 200: PaymentDetails },
      },
    },
    ({ person, params: { id } }) => paymentDetails(context, person, id),
  )

  app.get(
    '/paymentprovider',
    {
      schema: { ...about('How the page reaches the provider'), response: { 200: PaymentProvider } },
    },
    async () => ({
      publishable_key: isPaymentSetUp(context.env) ? context.env.STRIPE_PUBLISHABLE_KEY! : null,
      takes_test_cards: takesTestCards(context.env),
    }),
  )

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
    async ({ person, params: { id }, body }, reply) => {
      await applyHeld(context, person, id, body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/heldpayments/:id/refunded',
    {
      schema: { ...about('It was given back'), params: heldParams, body: RefundedPayment, response: NOTHING },
    },
    async ({ person, params: { id }, body }, reply) => {
      await refundHeld(context, person, id, body.note)
      return reply.code(204).send(null)
    },
  )
}

/** A scope of its own, since here the body must stay the very bytes that Stripe has signed. */
export const webhookRoutes: Routes = async (app, context) => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  app.post(
    '/stripe/webhook',
    {
      schema: {
        ...about('What Stripe tells of a payment, signed'),
        security: [],
        response: { 200: z.object({ received: z.literal(true) }) },
      },
    },
    async (request) => {
      const signature = request.headers['stripe-signature']
      if (!(request.body instanceof Buffer) || typeof signature !== 'string')
        throw new Problem(400, 'This is not an event of the payment provider.')
      await hear(context, await readEvent(context, request.body, signature))
      return { received: true as const }
    },
  )
}
