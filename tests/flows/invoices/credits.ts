/** The set-up of the tests of credits: each test has a taxed location of its own, whose invoices the office reads. */
import { beforeEach } from 'vitest'
import { GivenCredit, Invoice, InvoiceHistoryLine, type CreditBody } from '#contract/invoices/schema.ts'
import type { Answer } from '../../factories/app.ts'
import { makeLocation, type LocationRecord } from '../../factories/business.ts'
import { openFlow, type Flow } from '../../factories/flow.ts'

interface CreditFlow extends Flow {
  /** Of the house's company, with a sales tax of 10 %. */
  location: LocationRecord
  /**
   * Gives a credit on a line of an order's invoice, or on the whole invoice.
   * @param more the answers to the server's questions
   */
  credit(
    order: number,
    amount: string,
    item?: string | null,
    reason?: string,
    more?: Pick<CreditBody, 'confirm_exceeds'>,
  ): Promise<Answer>
  /** Returns the invoice of an order. */
  read(order: number): Promise<Invoice>
  /** Returns the credits that were given on an order's invoice. */
  creditsOf(order: number): Promise<GivenCredit[]>
  /** Returns the history of an order's invoice, the newest line first. */
  historyOf(order: number): Promise<InvoiceHistoryLine[]>
}

/** Opens a flow in which the location of credits is a new one before each test. */
export function openCreditFlow(): CreditFlow {
  const flow = openFlow() as CreditFlow
  beforeEach(async () => {
    flow.location = await makeLocation(flow.pool, {
      company_id: flow.house.location.company_id,
      taxable: true,
      sales_tax_rate: 10,
    })
  })
  const bodyOf = async (path: string) => (await flow.call('office', 'GET', path)).body
  flow.credit = (order, amount, item = null, reason = 'Spoilt', more = {}) =>
    flow.call('office', 'POST', `orders/${order}/invoice/credit`, { item, amount, reason, ...more })
  flow.read = async (order) => Invoice.parse(await bodyOf(`orders/${order}/invoice`))
  flow.creditsOf = async (order) => GivenCredit.array().parse(await bodyOf(`orders/${order}/invoice/credits`))
  flow.historyOf = async (order) =>
    InvoiceHistoryLine.array().parse(await bodyOf(`orders/${order}/invoice/history`))
  return flow
}
