import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invoice } from '#contract/invoices/schema.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { pdfDifference } from '../../factories/invoice-pdf.ts'
import { stripeStandIn, type StripeStandIn } from '../../factories/stripe.ts'
import { chanceOf } from '../../sim/chance.ts'
import { invoicePurely } from '../../soak/invoices.ts'
import { placePurely, placeThrough } from '../../soak/prices.ts'

let server: TestServer
let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await stripeStandIn()
  server = await testServer({ demo: true, settings: stripe.settings })
  await server.database.pool.query('update company_locations set payments_enabled = true')
  await server.database.pool.query('update users set can_see_payments_column = true')
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

/** Some 5 s of a core, on a machine that may do much other work beside. */
const LONG = 600_000

/** `npm run soak -- prices` does the same with more orders and other seeds. */
describe('cart, order and order lines agree to the cent', () => {
  it(
    'over 10,000 random orders in the functions that device and server share',
    () => {
      const report = placePurely(10_000, chanceOf(1, 'pure prices'))
      expect(report.wrong).toEqual([])
      expect(report.lines).toBeGreaterThan(15_000)
    },
    LONG,
  )

  it(
    'and page, CSV, edit mode, paying and its own sums over 2,000 random invoices in these functions',
    () => {
      const report = invoicePurely(2_000, chanceOf(1, 'pure invoices'))
      expect(report.wrong).toEqual([])
      expect(report.lines).toBeGreaterThan(4_000)
    },
    LONG,
  )

  it(
    'over 40 random orders through the database, at changing margins, each invoiced and with a payment preview, 4 through the PDF',
    async () => {
      let papers = 0
      const shop = {
        isPaidOnline: true as const,
        async paper(invoice: Invoice): Promise<string | null> {
          papers += 1
          const { rows } = await server.database.pool.query<Invoice>(
            'select subtotal, tax_total, grand_total from invoices where order_id = $1',
            [invoice.order_id],
          )
          return pdfDifference(invoice, rows[0])
        },
        async call<T>(
          by: string,
          method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
          path: string,
          body?: object,
        ): Promise<T> {
          const answer = await server.call(by, method, path, { body })
          if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
          return answer.body as T
        },
      }
      const report = await placeThrough(shop, 40, chanceOf(1, 'stored prices'))
      expect(report.wrong).toEqual([])
      expect([report.orders, report.lines > 80, papers]).toEqual([40, true, 4])
    },
    LONG,
  )
})
