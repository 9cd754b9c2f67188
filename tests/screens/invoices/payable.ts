/** What the tests of paying an invoice share: an invoice that its customer may pay, and the controls of its page. */
import { screen, waitFor } from '@testing-library/react'
import { makeInvoice, makeLocation, makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, type Larder, type Seat } from '../larder.tsx'
import { hasButton } from '../reading.ts'

/** An order with an invoice of 100.00 at a location that pays online, and its customer. `over` are columns of the order. */
export async function makePayable(
  { pool, sit }: Larder,
  over: Record<string, unknown> = {},
): Promise<{ id: number; payer: Seat }> {
  const location = await makeLocation(pool, { payments_enabled: true })
  const payer = await sit('customer', { can_see_payments_column: true, company_id: location.company_id })
  const { id } = await makeOrder(pool, {
    ...orderAt(location),
    customer_id: payer.person.id,
    invoiced: true,
    status: 'invoiced',
    paid_status: 'r',
    ...over,
  })
  await makeInvoice(pool, id, '100.00')
  return { id, payer }
}

/** Opens the invoice's page, and waits for the invoice. `query` is the address's. */
export async function openInvoice({ open }: Seat, id: number, query = ''): Promise<void> {
  await open(`/order/${id}/invoice${query}`)
  await screen.findByRole('region', { name: `Invoice of order ${id}` })
}

/** Signs the office in at an invoice that its customer may pay. `over` are columns of the order. */
export async function sitAtPayable(larder: Larder, over: Record<string, unknown> = {}) {
  const { id } = await makePayable(larder, over)
  const office = await larder.sit('office')
  await openInvoice(office, id)
  return { id, office }
}

/** The calls of paying that this seat has sent, as `METHOD last-word`. Each is named once: React's strict mode runs effects twice. */
export const paymentCalls = ({ network }: Seat) => {
  const calls = network.calls.flatMap(({ method, path }) => {
    const word = /^orders\/\d+\/invoice\/(?!credits)(\w+)$/.exec(path)?.[1]
    return word === undefined ? [] : [`${method} ${word}`]
  })
  return [...new Set(calls)]
}

export const queryReady = () => screen.queryByRole<HTMLInputElement>('switch', { name: 'Ready for Payment' })
const badges = () => screen.queryAllByText('Paid').filter((one) => one.closest('[data-tone=ok]'))

/** The page shows the Paid badge or not, the switch of the office or not, and Pay Now or not. */
export const shows = (what: { badge: boolean; ready?: boolean | null; payNow?: boolean }) =>
  waitFor(() =>
    expect({
      badge: badges().length > 0,
      ready: queryReady()?.checked ?? null,
      payNow: hasButton('Pay Now'),
    }).toEqual({ ready: null, payNow: false, ...what }),
  )
