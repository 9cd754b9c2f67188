/** The office says when an invoice may be paid, sees how it was paid, and writes down what came by check. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'
import { makePayable, openInvoice, paymentCalls, queryReady, shows, sitAtPayable } from './payable.ts'

async function pressSwitch(): Promise<void> {
  await waitFor(() => expect(queryReady() && isEnabled(queryReady()!)).toBe(true))
  await userEvent.click(queryReady()!)
}
const findPanel = () => screen.findByRole('region', { name: 'Payment details' })

it('B107 B108 B111 B198 the office marks an invoice as ready and as not ready; a failed change is undone', async (larder) => {
  const { id } = await makePayable(larder, { paid_status: '' })
  const status = async () => {
    const { rows } = await larder.pool.query('select paid_status from orders where id = $1', [id])
    return rows[0].paid_status as string
  }
  const office = await larder.sit('office')
  await openInvoice(office, id)
  await shows({ badge: false, ready: false })
  await pressSwitch()
  await waitFor(async () => expect(await status()).toBe('r'))
  await shows({ badge: false, ready: true })
  await waitFor(() => expect(isEnabled(queryReady()!)).toBe(true))
  await pressSwitch()
  await waitFor(async () => expect(await status()).toBe(''))
  await shows({ badge: false, ready: false })
  expect(paymentCalls(office)).toEqual(['POST setpayable', 'POST setnotpayable'])
  const sent = office.network.calls.filter(({ path }) => path.endsWith('payable'))
  expect(sent.map(({ body }) => body)).toEqual([undefined, undefined])
  office.network.answer(at('POST', /setpayable$/), { message: 'The till is closed.' }, 500)
  await pressSwitch()
  await screen.findByText('The till is closed.')
  await shows({ badge: false, ready: false })
})

it('the switch follows another person who sets it back after a press', async (larder) => {
  const { id } = await makePayable(larder, { paid_status: '' })
  const office = await larder.sit('office')
  await openInvoice(office, id)
  await pressSwitch()
  await shows({ badge: false, ready: true })
  await waitFor(() => expect(isEnabled(queryReady()!)).toBe(true))
  const reads = () => office.network.calls.filter(at('GET', `orders/${id}/invoice`)).length
  const before = reads()
  const back = await larder.server.call(office.person.username, 'POST', `orders/${id}/invoice/setnotpayable`)
  expect(back.status).toBeLessThan(300)
  // The page reads the invoice again once the server is back.
  office.goOffline()
  await waitFor(() => expect(isEnabled(queryReady()!)).toBe(false))
  office.goOnline()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
  await shows({ badge: false, ready: false })
})

it('B109 B110 B117 an invoice that is paid, or returns as paid from the provider, has a badge and no switch; a paid one has details', async (larder) => {
  const { id, office } = await sitAtPayable(larder)
  await shows({ badge: false, ready: true })
  await openInvoice(office, id, '?redirect_status=failed')
  await shows({ badge: false, ready: true })
  await openInvoice(office, id, '?redirect_status=succeeded')
  await shows({ badge: true })
  expect(paymentCalls(office)).toEqual([])
  for (const paid_status of ['p', 'e']) {
    await larder.pool.query('update orders set paid_status = $2 where id = $1', [id, paid_status])
    await openInvoice(office, id)
    await shows({ badge: true })
    await findPanel()
  }
  await waitFor(() => expect(paymentCalls(office)).toEqual(['GET paymentdetails']))
})

it('without the server the payment details say that they need it, and load by themselves when it is back', async (larder) => {
  const { id } = await makePayable(larder, { paid_status: 'e' })
  const office = await larder.sit('office')
  const arrive = office.network.hold(at('GET', /paymentdetails$/))
  await openInvoice(office, id)
  const panel = within(await findPanel())
  office.network.disconnect()
  arrive()
  await panel.findByText('This screen needs the server, which is not in reach')
  office.network.connect()
  await panel.findByText('Nothing was paid online.')
})

it('B093 B094 B199 B223 every payment shows its amounts as they came, and nothing for a missing one', async (larder) => {
  const { id, payer } = await makePayable(larder, { paid_status: 'p' })
  await openInvoice(payer, id)
  await shows({ badge: true })
  expect(screen.queryByRole('region', { name: 'Payment details' })).toBeNull()
  const office = await larder.sit('office')
  const url = 'https://dashboard.stripe.com/test/payments/pi_1'
  office.network.answer(at('GET', /paymentdetails$/), [
    {
      payment_amount: '102.90',
      status_label: 'Paid',
      error_message: null,
      created_date: '2026-11-02T14:05:00.000Z',
      modified_date: '2026-11-03T09:30:00.000Z',
      stripe_payment_intent: {
        payment_amount: '102.90',
        net_amount: '99.62',
        fees: [
          { description: 'Stripe processing fees', amount: '3.20' },
          { description: 'Card network', amount: '0.08' },
        ],
        payment_method_details: { type: 'card', last4: '4242', brand: 'visa' },
        url,
      },
    },
    {
      payment_amount: 12.5,
      status_label: 'Failed',
      error_message: 'The account has insufficient funds.',
      stripe_payment_intent: null,
    },
  ])
  await openInvoice(office, id)
  const panel = await findPanel()
  await within(panel).findByText('The account has insufficient funds.')
  const [first, second] = [...panel.querySelectorAll('dl')].map(({ textContent }) => textContent)
  for (const said of ['102.90', 'Paid', '11/02/2026', '11/03/2026', '99.62', 'card', '4242', 'visa'])
    expect(first).toContain(said)
  expect(first).toContain('Stripe processing fees3.20Card network0.08')
  expect(first).not.toContain('Error')
  expect(within(panel).getByRole('link').getAttribute('href')).toBe(url)
  expect(second).toBe('Amount12.50StatusFailedErrorThe account has insufficient funds.')
})

it('B109 the office records a check with a note, and takes it back', async (larder) => {
  const { id, office } = await sitAtPayable(larder, { paid_status: '' })
  await press('Paid externally')
  const dialog = await findDialog(`Invoice ${id} is paid`)
  await fill('Note', 'Check 1042', dialog)
  const answer = { message: 'The till is closed.' }
  const mend = office.network.answer(at('POST', /setpaidexternally$/), answer, 500)
  await press('Mark as paid', dialog)
  await within(dialog).findByText('The till is closed.')
  expect((await findField('Note', dialog)).value).toBe('Check 1042')
  mend()
  await press('Mark as paid', dialog)
  await noDialog()
  await shows({ badge: true })
  const panel = await findPanel()
  await within(panel).findByText('Paid externally')
  await within(panel).findByText('Check 1042')
  await press('Not paid after all')
  await press('Open it again', await findDialog('Not paid after all?'))
  await shows({ badge: false, ready: false })
  const { rows } = await larder.pool.query('select paid_status from orders where id = $1', [id])
  expect(rows).toEqual([{ paid_status: '' }])
})
