/** A customer's own list of invoices: the ways to it, what it says, and paying several one after the other. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeInvoice, makeLocation, makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { standInOf, StripeScript } from '../../factories/stripe-script.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, findDialog, findTable, hasButton, isAt, noDialog, press } from '../reading.ts'

beforeAll(StripeScript)
beforeEach(() => void standInOf().given.splice(0))
afterAll(() => void Reflect.deleteProperty(window, 'Stripe'))

/** A customer with an invoice that is ready for each of these totals, newest first, and one of 30.00 that is paid. */
async function makeCustomer({ server, sit }: Larder, totals: readonly string[], sees = true) {
  const { pool } = server.database
  const location = await makeLocation(pool, { name: 'Quay Kitchen', payments_enabled: true })
  const chef = await sit('customer', { can_see_payments_column: sees, company_id: location.company_id })
  const invoice = async (total: string, paid_status: string, day: number) => {
    const { id } = await makeOrder(pool, {
      ...orderAt(location),
      customer_id: chef.person.id,
      delivery_date: `2026-11-${String(day).padStart(2, '0')}`,
      invoiced: true,
      invoice_total: total,
      status: 'invoiced',
      paid_status,
    })
    await makeInvoice(pool, id, total)
    return id
  }
  await invoice('30.00', 'p', 1)
  const ids: number[] = []
  for (const [n, total] of totals.entries()) ids.push(await invoice(total, 'r', 20 - n))
  return { chef, ids }
}

it('the orders show the open amount and link to the invoices, and an invoiced order’s total to its own', async (larder) => {
  const { chef, ids } = await makeCustomer(larder, ['1000.00', '240.10'])
  await chef.open('/orders?day=all')
  const [first] = ids as [number]
  const total = await screen.findByRole('link', { name: `1,000.00: open the invoice of order ${first}` })
  expect(total.getAttribute('href')).toBe(`/order/${first}/invoice`)
  await userEvent.click(await screen.findByRole('link', { name: '2 invoices open, $1,240.10' }))
  await isAt('/invoices')
  const table = await findTable('Invoices')
  expect(table.column('Invoice')).toEqual(ids.map(String))
  expect(table.column('Open')).toEqual(['1,000.00', '240.10'])
  expect(table.column('State')).toEqual(['Ready for payment', 'Ready for payment'])
  expect(screen.getByRole('link', { name: `Print or save invoice ${first}` }).getAttribute('href')).toBe(
    `/order/${first}/invoice/print`,
  )
  await press('All')
  await waitFor(async () =>
    expect((await findTable('Invoices')).column('State')).toEqual([
      'Ready for payment',
      'Ready for payment',
      'Paid',
    ]),
  )
})

it('a person who does not see payments has all invoices, without the open amount and without Pay', async (larder) => {
  const { chef } = await makeCustomer(larder, ['100.00'], false)
  await chef.open('/orders')
  await userEvent.click(await screen.findByRole('link', { name: 'Invoices' }))
  const table = await findTable('Invoices')
  expect(table.column('Total')).toEqual(['100.00', '30.00'])
  expect(hasButton('All')).toBe(false)
  for (const label of ['Open', 'State', 'Pay']) expect(table.labels).not.toContain(label)
  expect(hasButton(/^Pay/)).toBe(false)
})

it('several invoices are paid one after the other without leaving the list', async (larder) => {
  const { chef, ids } = await makeCustomer(larder, ['100.00', '50.00'])
  const summary = { card: { 'Invoice total': '100.00', Total: '100.00' } }
  chef.network.answer(at('GET', 'paymentprovider'), {
    publishable_key: 'pk_of_the_test',
    takes_test_cards: false,
  })
  chef.network.answer(at('GET', /invoice\/paymentpreview$/), {
    payment_method_options: ['card'],
    invoice_payment_summary: summary,
  })
  chef.network.answer(at('POST', /invoice\/payment$/), {
    stripe_client_secret: 'pi_1_secret',
    customer_session_client_secret: 'cuss_secret',
    invoice_payment_summary: summary,
  })
  chef.network.answer(at('POST', /refreshpayment$/), '', 200)
  await chef.open('/invoices')
  await findTable('Invoices')
  for (const id of ids) await findButton(`Pay invoice ${id}`)
  for (const box of (await screen.findAllByRole('checkbox')).slice(1)) await userEvent.click(box)
  await press('Pay 2 invoices')
  const [first, second] = ids as [number, number]
  const one = await findDialog(`Pay invoice ${first}`)
  expect(one.textContent).toContain('1 invoice after this one.')
  await press('Continue', one)
  await within(one).findByText('The provider’s payment form')
  await press('Pay', one)
  const two = await findDialog(`Pay invoice ${second}`)
  await press('Continue', two)
  await within(two).findByText('The provider’s payment form')
  await press('Pay', two)
  await noDialog()
  await waitFor(() =>
    expect(chef.network.calls.filter(at('POST', /refreshpayment$/)).map(({ path }) => path)).toEqual(
      ids.map((id) => `orders/${id}/invoice/refreshpayment`),
    ),
  )
  await isAt('/invoices')
  // A payer who has to leave for the bank comes back to the invoice, whose page asks what became of the payment.
  const confirmed = standInOf().given.filter(([what]) => what === 'confirm')
  expect(confirmed.map(([, params]) => params)).toEqual(
    ids.map((id) => ({ return_url: `${location.origin}/order/${id}/invoice` })),
  )
})

it('the list is for customers: the office sees where else to look', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/invoices')
  await screen.findByText('These are the invoices of a customer')
})
