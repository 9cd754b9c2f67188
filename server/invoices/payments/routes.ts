/** The calls of paying an invoice online (B107, B221–B223), and the one that Stripe makes; the office's are in `office-routes.ts`. */
import { z } from 'zod'
import {
  CardShown,
  FeeTakenOff,
  PaymentDetails,
  PaymentPreview,
  PaymentProvider,
  PaymentStart,
  StartPayment,
} from '#contract/invoices/payment.ts'
import type { Context } from '../../platform/context.ts'
import { sendDone } from '../../platform/json.ts'
import { Problem } from '../../platform/problem.ts'
import { IdParams, routesOf, type App, type Routes } from '../../platform/routes.ts'
import { readPaymentDetails, readPaymentPreview, refreshPayment } from './details.ts'
import { isPaymentSetUp, takesTestCards } from './provider.ts'
import { setReady } from './ready.ts'
import { startPayment } from './start.ts'
import { hear, readEvent } from './webhook.ts'
import { waiveFee } from './waive-fee.ts'
import { cancelVerification } from './withdraw.ts'

const about = (summary: string) => ({ tags: ['payments'], summary })
const NOTHING = { 204: z.null() }

export const paymentRoutes = routesOf(addReadyRoutes, addOnlinePaymentRoutes, addPaymentStateRoutes)

function addReadyRoutes(app: App, context: Context): void {
  for (const [call, ready] of [
    ['setpayable', true],
    ['setnotpayable', false],
  ] as const)
    app.post(
      `/orders/:id/invoice/${call}`,
      {
        schema: {
          ...about(ready ? 'Let the customer pay the invoice' : 'The invoice is not to be paid yet'),
          params: IdParams,
          response: NOTHING,
        },
      },
      async ({ person, params: { id } }, reply) => sendDone(reply, setReady(context, person, id, ready)),
    )
}

function addOnlinePaymentRoutes(app: App, context: Context): void {
  app.get(
    '/orders/:id/invoice/paymentpreview',
    {
      schema: {
        ...about('What paying costs, by each method'),
        params: IdParams,
        response: { 200: PaymentPreview },
      },
    },
    ({ person, params: { id } }) => readPaymentPreview(context, person, id),
  )

  app.post(
    '/orders/:id/invoice/payment',
    {
      schema: {
        ...about('Start to pay, once however often it is pressed'),
        params: IdParams,
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
        params: IdParams,
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
        params: IdParams,
        response: NOTHING,
      },
    },
    async ({ person, params: { id } }, reply) => sendDone(reply, refreshPayment(context, person, id)),
  )

  app.post(
    '/orders/:id/invoice/cancelpayment',
    {
      schema: {
        ...about('End a payment whose bank account is not verified yet'),
        params: IdParams,
        response: NOTHING,
      },
    },
    async ({ person, params: { id } }, reply) => sendDone(reply, cancelVerification(context, person, id)),
  )
}

function addPaymentStateRoutes(app: App, context: Context): void {
  app.get(
    '/orders/:id/invoice/paymentdetails',
    {
      schema: {
        ...about('What came of each payment, newest first'),
        params: IdParams,
        response: { 200: PaymentDetails },
      },
    },
    ({ person, params: { id } }) => readPaymentDetails(context, person, id),
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
