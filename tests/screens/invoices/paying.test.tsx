/** The customer pays an invoice: who may, what it costs, and the provider's form, which a fake replaces on the page. */
import { waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { standInOf, StripeScript } from '../../factories/stripe-script.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, findDialog, hasButton, isEnabled, noDialog, press } from '../reading.ts'
import { makePayable, openInvoice, paymentCalls, shows } from './payable.ts'

// Stripe's loader keeps for good the script that it has found once.
beforeAll(StripeScript)
beforeEach(() => void Object.assign(standInOf(), { nextError: undefined }))
beforeEach(() => void standInOf().given.splice(0))
afterAll(() => void Reflect.deleteProperty(window, 'Stripe'))

const SUMMARY = {
  card: { 'Invoice total': '100.00', 'Credit card fee': '2.90', Total: '102.90' },
  ach: { 'Invoice total': '100.00', Total: '100.00' },
}
const CARD = ['Invoice total100.00', 'Credit card fee2.90', 'Total102.90']
const ACH = ['Invoice total100.00', 'Total100.00']

/** Answers for the provider's side of the server, which is not reached from here. */
function offer({ network }: Seat, options: string[]): () => void {
  network.answer(at('GET', 'paymentprovider'), {
    publishable_key: 'pk_of_the_test',
    takes_test_cards: false,
  })
  network.answer(at('POST', /invoice\/payment$/), {
    stripe_client_secret: 'pi_1_secret',
    customer_session_client_secret: 'cuss_secret',
    invoice_payment_summary: SUMMARY,
  })
  return network.answer(at('GET', /invoice\/paymentpreview$/), {
    payment_method_options: options,
    invoice_payment_summary: SUMMARY,
  })
}

async function openDialog(seat: Seat, id: number): Promise<HTMLElement> {
  await openInvoice(seat, id)
  await press('Pay Now')
  return findDialog(`Pay invoice ${id}`)
}
const pick = async (method: RegExp, dialog: HTMLElement) =>
  userEvent.click(await within(dialog).findByRole('radio', { name: method }))
const costs = (dialog: HTMLElement, lines: string[]) =>
  waitFor(() => {
    const summary = within(dialog).getByLabelText('What is paid')
    expect([...summary.children].map(({ textContent }) => textContent)).toEqual(lines)
  })

it('B112 B113 B114 B115 Pay Now is for the invoice’s own customer, with the right to see payments, while it is payable', async (larder) => {
  const { id, payer } = await makePayable(larder)
  const { pool } = larder
  await openInvoice(payer, id)
  await shows({ badge: false, payNow: true })
  await pool.query('update company_locations set payments_enabled = false')
  await openInvoice(payer, id)
  await shows({ badge: false })
  await pool.query('update company_locations set payments_enabled = true')
  const { company_id } = payer.person
  const colleague = await larder.sit('customer', { can_see_payments_column: true, company_id })
  await openInvoice(colleague, id)
  await shows({ badge: false })
  const blind = await larder.sit('customer', { can_see_payments_column: false, company_id })
  await pool.query('update orders set customer_id = $2 where id = $1', [id, blind.person.id])
  await openInvoice(blind, id)
  await shows({ badge: false })
})

it('B116 a person who comes back from the provider as paid cannot pay again, and the server asks the provider', async (larder) => {
  const { id, payer } = await makePayable(larder)
  payer.network.answer(at('POST', /refreshpayment$/), '', 200)
  await openInvoice(payer, id, '?redirect_status=succeeded')
  await shows({ badge: true })
  await waitFor(() => expect(paymentCalls(payer)).toEqual(['POST refreshpayment']))
  await larder.pool.query(`update orders set paid_status = 'p' where id = $1`, [id])
  await openInvoice(payer, id)
  await shows({ badge: true })
  expect(paymentCalls(payer)).toEqual(['POST refreshpayment'])
})

it('B001 B095 B118 B221 the cost is fetched first, for each offered method; the payment waits for a choice', async (larder) => {
  const { id, payer } = await makePayable(larder)
  const end = offer(payer, ['card'])
  const only = await openDialog(payer, id)
  await within(only).findByRole('radio', { name: /^Card/ })
  expect(within(only).getAllByRole('radio')).toHaveLength(1)
  await press('Cancel', only)
  await noDialog()
  end()
  offer(payer, ['ach', 'card'])
  await press('Pay Now')
  const dialog = await findDialog(`Pay invoice ${id}`)
  await waitFor(() => expect(within(dialog).getAllByRole('radio')).toHaveLength(2))
  expect(isEnabled(await findButton('Continue', dialog))).toBe(false)
  await pick(/^ACH/, dialog)
  await costs(dialog, ACH)
  await pick(/^Card/, dialog)
  await costs(dialog, CARD)
  expect(paymentCalls(payer)).toEqual(['GET paymentpreview'])
  expect(standInOf().given).toEqual([])
})

it('B096 B119 B222 the payment begins by the chosen method, and the provider’s form confirms it for this page', async (larder) => {
  const { id, payer } = await makePayable(larder)
  offer(payer, ['ach', 'card'])
  const dialog = await openDialog(payer, id)
  const started = () => payer.network.calls.filter(({ path }) => path.endsWith('invoice/payment'))
  await pick(/^Card/, dialog)
  await press('Continue', dialog)
  await within(dialog).findByText('The provider’s payment form')
  await costs(dialog, CARD)
  await press('Back', dialog)
  await pick(/^ACH/, dialog)
  await press('Continue', dialog)
  await within(dialog).findByText('The provider’s payment form')
  await costs(dialog, ACH)
  expect(started().map(({ body }) => body)).toEqual([{ payment_method: 'card' }, { payment_method: 'ach' }])
  await press('Pay', dialog)
  await noDialog()
  const { given } = standInOf()
  expect(given).toContainEqual(['key', 'pk_of_the_test'])
  expect(given).toContainEqual(['secrets', 'pi_1_secret', 'cuss_secret'])
  const confirmed = given.filter(([what]) => what === 'confirm')
  expect(confirmed).toEqual([['confirm', { return_url: location.href }]])
  // The server asks the provider for the status. The provider's event may come later than the page looks.
  await waitFor(() => expect(paymentCalls(payer).at(-1)).toBe('POST refreshpayment'))
})

it('a debit card subtracts the fee once before it is confirmed; a credit card does not', async (larder) => {
  const { id, payer } = await makePayable(larder)
  offer(payer, ['card'])
  const without = { 'Invoice total': '100.00', Total: '100.00' }
  payer.network.answer(at('POST', /payment\/withoutfee$/), { invoice_payment_summary: { card: without } })
  const dialog = await openDialog(payer, id)
  await press('Continue', dialog)
  await within(dialog).findByText('The provider’s payment form')
  const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
  const offs = () => payer.network.calls.filter(at('POST', /payment\/withoutfee$/)).map(({ body }) => body)
  standInOf().nextError = declined
  await press('Pay', dialog)
  await within(dialog).findByText('Your card was declined.')
  expect(offs()).toEqual([])
  standInOf().funding = 'debit'
  await press('Pay', dialog)
  await within(dialog).findByText('This card has no fee.')
  await costs(dialog, ACH)
  await waitFor(() => expect(hasButton('Pay', dialog)).toBe(true))
  await press('Pay', dialog)
  await waitFor(() => expect(standInOf().given.filter(([what]) => what === 'confirm')).toHaveLength(3))
  expect(offs()).toEqual([{ confirmation_token: 'ctoken_debit' }])
  expect(standInOf().given.filter(([what]) => what === 'confirm')[1]).toEqual([
    'confirm',
    { return_url: location.href, confirmation_token: 'ctoken_debit' },
  ])
  delete standInOf().funding
})

it('B255 B256 the provider’s message about a card shows unchanged, and any other error shows its code', async (larder) => {
  const { id, payer } = await makePayable(larder)
  offer(payer, ['card'])
  const dialog = await openDialog(payer, id)
  await press('Continue', dialog)
  await within(dialog).findByText('The provider’s payment form')
  for (const [error, said] of [
    [
      { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
      /^Your card was declined\.$/,
    ],
    [
      { type: 'api_error', code: 'api_error', message: 'Broke.' },
      /^An unexpected error occurred\. \[api_error\]$/,
    ],
  ] as const) {
    standInOf().nextError = error
    await press('Pay', dialog)
    await within(dialog).findByText(said)
  }
  expect(hasButton('Pay', dialog)).toBe(true)
})
