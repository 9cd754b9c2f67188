/** The set-up of the tests of confirmations: at noon of a Monday the office orders for customers who get mails. */
import { beforeAll, expect } from 'vitest'
import {
  makeAddressee,
  makeLocation,
  type AddresseeRecord,
  type LocationRecord,
  type UserRecord,
} from '../../factories/business.ts'
import { openOutboxFlow, type OutboxFlow } from '../../factories/mail-flow.ts'

export const NOON = new Date('2031-05-05T16:00:00Z')

interface ConfirmationFlow extends OutboxFlow {
  /** The location of a company of its own. */
  location: LocationRecord
  /** Makes a customer of the location's company who gets mails, unless `over` says otherwise. */
  makeCustomer(over?: Record<string, unknown>): Promise<AddresseeRecord>
  /** Places an order as the office, and returns its number. */
  place(order: object): Promise<number>
}

/** Opens a flow for orders of a location of this name, whose mails wait until a test has them sent. */
export function openConfirmations(name: string): ConfirmationFlow {
  const settings = { DISTRIBUTOR: 'Harbor & Vine|1 Pier' }
  const flow = openOutboxFlow({ clock: () => NOON, settings }) as ConfirmationFlow
  beforeAll(async () => {
    flow.location = await makeLocation(flow.pool, { name })
  })
  flow.makeCustomer = (over = {}) => {
    const { company_id } = flow.location
    return makeAddressee(flow.pool, 'customer', { company_id, email_order_confirmation: true, ...over })
  }
  flow.place = async (order) => {
    const { status, body } = await flow.call('office', 'POST', 'orders/', order)
    expect(status).toBe(201)
    return body.id
  }
  return flow
}

/** Returns what an order of this customer is placed with, to be delivered on the Wednesday. */
export const orderFor = (customer: UserRecord, over: Record<string, unknown>) => ({
  customer: customer.id,
  submitted_date: '2031-05-05',
  created_date: '2031-05-05',
  delivery_date: '2031-05-07',
  total: '1.00',
  ...over,
})

/** Returns the subject of the mail that confirms such an order. */
export const subjectOf = (order: number) => `Order ${order} for Wednesday, 05/07/2031`
