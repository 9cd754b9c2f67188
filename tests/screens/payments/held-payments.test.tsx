/** Held payments: the office's list, and what the invoice page says of a payment that has not simply paid it. */
import { randomUUID } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type pg from 'pg'
import { makeInvoice, makeLocation, makeOrder, makePayment, makeUser } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import {
  fill,
  findButton,
  findDialog,
  findField,
  findTable,
  hasButton,
  isAt,
  isEnabled,
  noDialog,
  press,
  pressInMenu,
} from '../reading.ts'

/** An invoice over 100.00 that is ready for payment, and a payment of it in this state. */
async function makeUnpaid(pool: pg.Pool, over: Record<string, unknown> = {}, customer_id?: number) {
  const location = await makeLocation(pool, { name: `The Back Door ${randomUUID().slice(0, 8)}` })
  await pool.query('update company_locations set payments_enabled = true where id = $1', [location.id])
  const { id: order } = await makeOrder(pool, {
    ...orderAt(location),
    ...(customer_id !== undefined && { customer_id }),
    invoiced: true,
    status: 'invoiced',
    paid_status: 'r',
  })
  await makeInvoice(pool, order, '100.00')
  const payment = await makePayment(pool, { order_id: order, ...over })
  return { order, location: location.name, payment: payment.id }
}
/** Signs the office in at the held payments, where a new one is. */
async function sitAtHeld({ pool, sit }: Larder) {
  const made = await makeUnpaid(pool)
  const office = await sit('office')
  await office.open('/heldPayments')
  await screen.findByText(made.location)
  return { ...made, office }
}
const stored = async (pool: pg.Pool, payment: string) =>
  (
    await pool.query<{ status: string; note: string; paid_status: string }>(
      `select p.status, p.note, o.paid_status from payments p join orders o on o.id = p.order_id where p.id = $1`,
      [payment],
    )
  ).rows[0]
const rowOf = async (order: number) => {
  const table = await findTable('Held payments')
  return table.rows.find((row) => row.cells[0]!.textContent === String(order))!
}

it('a test key of Stripe in production is named on the invoice page and beside the held payments', async (larder) => {
  const { order } = await makeUnpaid(larder.pool)
  const office = await larder.sit('office')
  const inTestMode = () => screen.queryByText(/^Online payment is in test mode/)
  await office.open(`/order/${order}/invoice`)
  await findButton('Paid externally')
  expect(inTestMode()).toBeNull()
  office.network.answer(at('GET', 'paymentprovider'), { publishable_key: 'pk', takes_test_cards: true })
  for (const address of [`/order/${order}/invoice`, '/heldPayments']) {
    await office.open(address)
    await waitFor(() => expect(inTestMode()).not.toBeNull())
  }
})

it('the page shows the last event and the last query of Stripe, failing signatures, and problems of the keys', async (larder) => {
  const office = await larder.sit('office')
  const state = { is_set_up: true, heard_at: null, asked_at: null, unsigned_at: null, problem: null }
  const end = office.network.answer(at('GET', 'paymentprovider/state'), state)
  await office.open('/heldPayments')
  await screen.findByText('Stripe has sent nothing yet.')
  end()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  office.network.answer(at('GET', 'paymentprovider/state'), {
    is_set_up: true,
    heard_at: ago(12),
    asked_at: ago(34),
    unsigned_at: ago(5),
    problem: 'The server’s secret key may not read: Disputes.',
  })
  await office.open('/heldPayments')
  await screen.findByText('Last heard from Stripe 12 min ago. Last asked 34 min ago.')
  await screen.findByText(/^Events with a wrong signature arrive, the last one 5 min ago\./)
  await screen.findByText('The server’s secret key may not read: Disputes.')
})

it('the page lists disputes, with the last day to answer each', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('GET', 'disputes'), [
    {
      order: 4711,
      location: 'Harbor Grill',
      amount: '102.90',
      status: 'needs_response',
      reason: 'product_not_received',
      created_date: '2026-11-20T10:00:00Z',
      due_date: '2026-11-29T23:00:00Z',
      url: 'https://dashboard.stripe.com/payments/pi_1',
    },
  ])
  await office.open('/heldPayments')
  const table = await findTable('Disputes')
  await waitFor(() => expect(table.rows).toHaveLength(1))
  const said = [...table.rows[0]!.cells].map(({ textContent }) => textContent)
  expect(said.slice(0, 5)).toEqual([
    '4711',
    'Harbor Grill',
    '102.90',
    'needs response',
    'product not received',
  ])
  expect(said[5]).toContain('11/29/2026')
  expect(within(table.rows[0]!).getByRole('link', { name: 'Open' }).getAttribute('href')).toMatch(/pi_1$/)
})

it('the page shows that the disputes could not be read, and not that there is none', async (larder) => {
  const office = await larder.sit('office')
  expectOnConsole(/Table fetch failed/)
  const end = office.network.answer(at('GET', 'disputes'), { message: 'Not just now.' }, 500)
  await office.open('/heldPayments')
  const disputes = await screen.findByRole('region', { name: 'Disputes' })
  await within(disputes).findByText('Not just now.')
  end()
  await press('Try again', disputes)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Disputes' })).toBeNull())
})

it('the page does not mention Stripe where online payment is not set up', async (larder) => {
  const { order } = await makeUnpaid(larder.pool, { status: 'held' })
  const office = await larder.sit('office')
  await office.open('/heldPayments')
  await waitFor(async () => expect(await rowOf(order)).toBeDefined())
  expect(screen.queryByText(/Stripe/)).toBeNull()
})

it('the office sees a payment’s amount, the invoice’s total, and why it is held; applied, it pays the invoice', async (larder) => {
  const { order, location, payment, office } = await sitAtHeld(larder)
  const said = [...(await rowOf(order)).cells].map((cell) => cell.textContent)
  expect(said.slice(0, 6)).toEqual(
    [String(order), location, null, '90.00', '100.00', 'It came to 90.00, and 100.00 was to be paid.'].map(
      (text) => text ?? expect.any(String),
    ),
  )
  await press('Apply', await rowOf(order))
  let dialog = await findDialog('Apply this payment?')
  expect((await findField('Order', dialog)).value).toBe(String(order))
  await fill('Note', 'let go', dialog)
  expect(office.network.calls.filter(at('POST', /heldpayments/))).toEqual([])
  await press('Apply', dialog)
  await noDialog()
  await screen.findByText('The payment is applied.')
  await waitFor(() => expect(screen.queryByText(location)).toBeNull())
  expect(await stored(larder.pool, payment)).toEqual({
    status: 'succeeded',
    note: 'let go',
    paid_status: 'r',
  })

  const other = await makeUnpaid(larder.pool)
  await office.open('/heldPayments')
  await screen.findByText(other.location)
  await press('Refunded', await rowOf(other.order))
  dialog = await findDialog('Was this payment refunded?')
  await press('It was refunded', dialog)
  await noDialog()
  expect(await stored(larder.pool, other.payment)).toEqual({
    status: 'refunded',
    note: '',
    paid_status: 'r',
  })
})

it('held payments and disputes are read again after a decision, and after an act on the invoice', async (larder) => {
  const { order, office } = await sitAtHeld(larder)
  const other = await makeUnpaid(larder.pool)
  const disputes = () => office.network.calls.filter(at('GET', 'disputes')).length
  const before = disputes()
  await press('Refunded', await rowOf(order))
  await press('It was refunded', await findDialog('Was this payment refunded?'))
  await noDialog()
  expect(disputes()).toBeGreaterThan(before)

  await userEvent.click(await screen.findByRole('link', { name: String(other.order) }))
  await isAt(`/order/${other.order}/invoice`)
  await pressInMenu('More', 'Credit')
  const dialog = await findDialog(`Credit invoice ${other.order}`)
  await fill('Amount', '4.00', dialog)
  await fill('Reason', 'Late', dialog)
  await press('Credit', dialog)
  await noDialog()
  const release = office.network.hold(at('GET', 'heldpayments'))
  history.back()
  const table = await screen.findByRole('table', { name: 'Held payments' })
  expect(table.getAttribute('aria-busy')).toBe('true')
  release()
  await findTable('Held payments')
})

it('the dialog shows another clerk’s decision meanwhile, with their name', async (larder) => {
  const { order, payment } = await sitAtHeld(larder)
  const { username } = await makeUser(larder.pool, 'manager')
  await larder.server.call(username, 'POST', `heldpayments/${payment}/refunded`, { body: {} })
  await press('Apply', await rowOf(order))
  const dialog = await findDialog('Apply this payment?')
  await press('Apply', dialog)
  await screen.findByText(new RegExp(`no longer held.*${username}`))
  expect((await stored(larder.pool, payment))!.paid_status).toBe('r')
})

it('a payment is not applied while its order number is removed', async (larder) => {
  const { order } = await sitAtHeld(larder)
  await press('Apply', await rowOf(order))
  const dialog = await findDialog('Apply this payment?')
  await fill('Order', '', dialog)
  expect(isEnabled(await findButton('Apply', dialog))).toBe(false)
  within(dialog).getByText('Say which order it pays.')
  await fill('Order', String(order), dialog)
  expect(isEnabled(await findButton('Apply', dialog))).toBe(true)
})

it('a payment that names no order is applied to the order that the office types', async (larder) => {
  const { order } = await makeUnpaid(larder.pool, { status: 'refunded' })
  const nameless = await makeUnpaid(larder.pool, { order_id: null, amount: '42.00' })
  const office = await larder.sit('office')
  await office.open('/heldPayments')
  const row = (await screen.findByText('42.00')).closest('tr')!
  await press('Apply', row)
  const dialog = await findDialog('Apply this payment?')
  await press('Apply', dialog)
  await screen.findByText('This payment names no order. Say which order it pays.')
  await fill('Order', `no ${order}`, dialog)
  await press('Apply', dialog)
  await noDialog()
  expect(await stored(larder.pool, nameless.payment)).toMatchObject({
    status: 'succeeded',
    paid_status: 'r',
  })
})

it('the list says that the server is unreachable, or that only the office may see it', async (larder) => {
  const { location, order } = await makeUnpaid(larder.pool)
  const picker = await larder.sit('picker')
  const logged = expectOnConsole(/^Table fetch failed:/)
  await picker.open('/heldPayments')
  await screen.findByText('Only the office may see the payments.')
  expect(logged.length).toBeGreaterThan(0)
  expect(hasButton('Apply')).toBe(false)
  const office = await larder.sit('office')
  await office.open('/heldPayments')
  await screen.findByText(location)
  await findButton('Apply', await rowOf(order))
  await office.kept()
  office.goOffline()
  await screen.findByText('The server is not in reach: this is what it last said.')
  expect(hasButton('Apply')).toBe(false)
})

it('B117 the invoice page says beside the switch why a payment is held, has failed or was returned', async (larder) => {
  const office = await larder.sit('office')
  for (const [over, label, why] of [
    [{}, 'Payment is being checked', 'It came to 90.00, and 100.00 was to be paid.'],
    [{ status: 'canceled', error_message: 'No funds.' }, 'Last payment failed', 'No funds.'],
    [{ status: 'succeeded', amount: '-90.00', error_message: 'Back.' }, 'Payment was returned', 'Back.'],
  ] as const) {
    const { order } = await makeUnpaid(larder.pool, over)
    await office.open(`/order/${order}/invoice`)
    await screen.findByText(label)
    screen.getByText(why)
    await findField('Ready for Payment')
    expect(screen.queryByRole('link', { name: 'Held payments' }) !== null).toBe(label.includes('checked'))
    expect(office.network.calls.filter(at('GET', /paymentdetails/))).toEqual([])
  }
})

it('a pending payment is not paid, whatever the address says, and a verification is canceled only on request', async (larder) => {
  const office = await larder.sit('office')
  for (const [status, label] of [
    ['processing', 'Payment in progress'],
    ['verifying', 'Pending verification'],
  ] as const) {
    const { order } = await makeUnpaid(larder.pool, { status, error_message: null })
    if (status === 'processing')
      await larder.pool.query(`update orders set paid_status = 'i' where id = $1`, [order])
    await office.open(`/order/${order}/invoice?redirect_status=succeeded`)
    await screen.findByText(label)
    expect(screen.queryByText('Paid')).toBeNull()
    await findButton('Edit overrides')
  }
  await press('More')
  for (const act of ['Credit', 'Edit overrides', 'Regenerate'])
    expect((await findButton(act)).title).toMatch(/bank account is being verified/)
  await press('More')
  await press('Cancel this payment')
  const dialog = await findDialog(/^Cancel the payment of invoice/)
  const asked = () => office.network.calls.filter(at('POST', /cancelpayment$/))
  expect(asked()).toEqual([])
  await press('Cancel the payment', dialog)
  await waitFor(() => expect(asked()).toHaveLength(1))
})

it('the server asks the provider after a customer’s return, and the customer learns that money is being checked', async (larder) => {
  const seat = await larder.sit('buyer', { can_see_payments_column: true })
  const { order, payment } = await makeUnpaid(
    larder.pool,
    { status: 'open', error_message: null },
    seat.person.id,
  )
  await larder.pool.query(
    'update orders set company_id = (select company_id from users where id = $2) where id = $1',
    [order, seat.person.id],
  )
  const release = seat.network.hold(at('POST', `orders/${order}/invoice/refreshpayment`))
  await seat.open(`/order/${order}/invoice?redirect_status=succeeded`)
  await screen.findByText('Paid')
  await larder.pool.query(`update payments set status = 'held', error_message = 'Why' where id = $1`, [
    payment,
  ])
  release()
  await screen.findByText('Payment is being checked')
  expect(screen.queryByText('Paid')).toBeNull()
  expect(screen.queryByText('Why')).toBeNull()
  expect(hasButton('Pay Now')).toBe(false)
})
