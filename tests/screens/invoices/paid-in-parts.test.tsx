/** An invoice that is paid in parts, or opened again, as the office sees it (readings, "Paid in parts", "Refunds and disputes"). */
import { screen, waitFor, within } from '@testing-library/react'
import { makePayment } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import {
  choose,
  fill,
  findButton,
  findDialog,
  findField,
  hasButton,
  isEnabled,
  noDialog,
  press,
  pressInMenu,
  typeDay,
} from '../reading.ts'
import { makePayable, openInvoice, shows, sitAtPayable } from './payable.ts'

const findPanel = () => screen.findByRole('region', { name: 'Payment details' })

it('a part payment is booked as it came, stays visible, and is taken back', async (larder) => {
  const { id, office } = await sitAtPayable(larder)
  await press('Paid externally')
  const dialog = await findDialog(`Invoice ${id} is paid`)
  await within(dialog).findByText('100.00 is due.')
  await fill('Amount', '120', dialog)
  await within(dialog).findByText(/20\.00 too much waits for the next invoice of this location\./)
  await fill('Amount', '60', dialog)
  await fill('Discount', '2', dialog)
  await within(dialog).findByText(/38\.00 stays due\./)
  await typeDay('Day', '11/20/2026', dialog)
  await choose('How', 'Bank transfer', dialog)
  await press('Mark as paid', dialog)
  await noDialog()
  await screen.findByText('60.00 paid, 38.00 due')
  await shows({ badge: false, ready: true })
  expect(office.network.calls.find(at('POST', /setpaidexternally$/))!.body).toEqual({
    amount: '60',
    discount: '2',
    day: '2026-11-20',
    way: 'transfer',
    note: '',
    due: '100.00',
  })
  const panel = await findPanel()
  await within(panel).findByText('Bank transfer')
  const [part] = panel.querySelectorAll('dl')
  for (const said of ['Amount60.00', 'HowBank transfer', 'Day11/20/2026'])
    expect(part!.textContent).toContain(said)
  await press('Take back', part)
  await press('Take it back', await findDialog('Take this payment back?'))
  await waitFor(() => expect(screen.queryByText(/paid, .* due/)).toBeNull())
})

it('a part whose answer was lost is not booked a second time, and the refusal shows what is due', async (larder) => {
  const { id, office } = await sitAtPayable(larder)
  office.network.lose(at('POST', /setpaidexternally$/))
  await press('Paid externally')
  const dialog = await findDialog(`Invoice ${id} is paid`)
  await fill('Amount', '60', dialog)
  await press('Mark as paid', dialog)
  await screen.findByText('60.00 paid, 40.00 due')
  await within(dialog).findByRole('alert')
  await press('Mark as paid', dialog)
  await within(dialog).findByText(`Something was booked meanwhile: 40.00 of invoice ${id} is due now.`)
  await within(dialog).findByText(/^40\.00 is due\./)
  const { rows } = await larder.pool.query('select amount from payments where order_id = $1', [id])
  expect(rows).toEqual([{ amount: '60.00' }])
  await fill('Amount', '40', dialog)
  await press('Mark as paid', dialog)
  await noDialog()
  await shows({ badge: true })
})

it('a discount that cannot be read is refused, and nothing is booked before it is mended', async (larder) => {
  const { id, office } = await sitAtPayable(larder)
  const booked = () => office.network.calls.filter(at('POST', /setpaidexternally$/)).map(({ body }) => body)
  await press('Paid externally')
  const dialog = await findDialog(`Invoice ${id} is paid`)
  await fill('Amount', '90', dialog)
  for (const typed of ['1,000', '12.5x']) {
    await fill('Discount', typed, dialog)
    await press('Mark as paid', dialog)
    await within(dialog).findByText('Discount: must be empty or an amount such as 12.50.')
    expect([(await findField('Discount', dialog)).value, booked()], typed).toEqual([typed, []])
  }
  await fill('Discount', '10', dialog)
  await press('Mark as paid', dialog)
  await noDialog()
  expect(booked()).toMatchObject([{ amount: '90', discount: '10' }])
})

it('a paid invoice with an amount due is opened again with a note, and an online payment is held', async (larder) => {
  const { pool } = larder
  const { id } = await makePayable(larder, { paid_status: 'p' })
  await makePayment(pool, {
    order_id: id,
    status: 'succeeded',
    amount: '100.00',
    refunded: '30.00',
    error_message: null,
  })
  const office = await larder.sit('office')
  await openInvoice(office, id)
  await screen.findByText('70.00 is kept, 30.00 is due.')
  expect(hasButton('Hold what was paid online')).toBe(false)
  await press('Open again')
  let dialog = await findDialog(`Open invoice ${id} again?`)
  expect(isEnabled(await findButton('Open again', dialog))).toBe(false)
  await fill('Note', 'Refunded', dialog)
  await press('Open again', dialog)
  await noDialog()
  await screen.findByText('70.00 paid, 30.00 due')
  await press('Hold what was paid online')
  dialog = await findDialog(`Hold the online payments of invoice ${id}?`)
  await fill('Note', 'For another order', dialog)
  await press('Hold what was paid online', dialog)
  await noDialog()
  const { rows } = await pool.query('select status, note from payments where order_id = $1', [id])
  expect(rows).toEqual([{ status: 'held', note: 'For another order' }])
})

it('a credit that leaves less than the paid amount is given by a second press with the same amount', async (larder) => {
  const { id, office } = await sitAtPayable(larder)
  const words = '60.00 was paid of invoice 1, which would come to 50.00.'
  const end = office.network.answer(at('POST', /credit$/), { code: 'below_kept', message: words }, 409)
  await pressInMenu('More', 'Credit')
  const dialog = await findDialog(`Credit invoice ${id}`)
  await fill('Amount', '50', dialog)
  await fill('Reason', 'Broken', dialog)
  const bodies = () => office.network.calls.filter(at('POST', /credit$/)).map(({ body }) => body)
  await press('Credit', dialog)
  await within(dialog).findByText(words)
  await fill('Amount', '51', dialog)
  await press('Credit', dialog)
  await waitFor(() => expect(bodies()).toHaveLength(2))
  await within(dialog).findByText(words)
  end()
  await press('Credit', dialog)
  await waitFor(() => expect(bodies()).toHaveLength(3))
  expect(bodies().map((body) => (body as { confirm_kept?: boolean }).confirm_kept)).toEqual([
    undefined,
    undefined,
    true,
  ])
})
