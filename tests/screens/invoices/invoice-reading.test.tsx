/** What an invoice says, to whom, and what it says where it cannot be read. */
import { screen, waitFor, within } from '@testing-library/react'
import { downloads } from '../bulk/bulk.ts'
import { ID, INVOICE } from '../../factories/invoice.ts'
import { expect, it, type Sit } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, hasButton, isAt, press } from '../reading.ts'
import { answerInvoice, callsOf, cellsOf, openInvoice, sums } from './answered.ts'

const FOR_THE_OFFICE = ['Share by email', 'Edit overrides', 'Regenerate']
const generate = at('POST', `orders/${ID}/generateinvoice`)

/** Signs a person in at the invoice. */
async function sitAtInvoice(sit: Sit, role: 'customer' | 'office') {
  const seat = await sit(role)
  answerInvoice(seat)
  return { seat, paper: await openInvoice(seat) }
}

it('B031 B035 B040 B088 an invoice shows the distributor’s name, both addresses and a row for each item and fee', async (larder) => {
  const { paper } = await sitAtInvoice(larder.sit, 'customer')
  expect(document.querySelector('address')?.textContent).toContain('Your food distributor')
  expect(within(paper).getByRole('heading', { name: 'Bill to' }).parentElement!.textContent).toContain(
    INVOICE.bill_to_address,
  )
  expect(within(paper).getByRole('heading', { name: 'Ship to' }).parentElement!.textContent).toContain(
    INVOICE.ship_to_address,
  )
  expect(cellsOf(paper, 'Penne')).toEqual([
    'D1155',
    expect.stringMatching(/^Penne12 per caseCase lots C-9$/),
    '2',
    '1',
    '',
    '3.00',
    '10.00',
    '16.00T',
  ])
  expect(cellsOf(paper, 'Cutting')).toEqual(['', 'Cutting', '2', '', '', '0.75', '', '1.50'])
})

it('B038 B039 B091 B092 a weighed item shows its weights and lots, and when each piece was weighed', async (larder) => {
  const { paper } = await sitAtInvoice(larder.sit, 'customer')
  const skirt = cellsOf(paper, 'Outside Skirt').join(' ')
  for (const text of [
    'M1055',
    '2.50 / lb',
    '31.25',
    '12.50 lbs',
    'Unit weights 6.25, 6.25 lbs',
    'Unit lots L-7',
  ])
    expect(skirt).toContain(text)
  // Only what is taxed is marked.
  expect(within(paper).getAllByTitle('taxable')).toHaveLength(1)
  const ticket = (await screen.findByText('Weigh ticket of invoice #5')).closest('details')!
  expect(ticket.open).toBe(false)
  expect([...ticket.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    'M1055',
    'Outside Skirt',
    'Unit 1',
    '6.25 lbs',
    'L-7',
    '11/19/2026 22:05',
  ])
})

it('B002 B041 B042 B043 every sum has a line, and the terms of late payment are below', async (larder) => {
  const { paper } = await sitAtInvoice(larder.sit, 'customer')
  for (const [label, amount] of [
    ['Subtotal', '48.75'],
    ['Credit card fee', '1.01'],
    ['Refrigerated delivery fee', '2.02'],
    ['Late fee', '3.03'],
    ['Fuel surcharge', '7.07'],
    ['Tax', '4.04'],
    ['Grand total', '65.92'],
  ] as const)
    await sums(label, amount)
  expect(paper.textContent).toMatch(/1\.5% per month or the legal maximum/)
})

it('B032 B036 B037 B195 a customer can save an invoice and go back, and do nothing else with it', async (larder) => {
  const chef = await larder.sit('customer')
  answerInvoice(chef)
  const files = downloads()
  chef.network.answer(at('GET', `orders/${ID}/invoice/downloadexport`), 'a,"é"\r\n1,2\r\n')
  await openInvoice(chef)
  for (const name of FOR_THE_OFFICE) expect(hasButton(name)).toBe(false)
  await findButton('PDF preview')
  await press('Download CSV')
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]!.text()).toBe('a,"é"\r\n1,2\r\n')
  expect(callsOf(chef).at(-1)!.call).toBe('GET invoice/downloadexport')
  await press('Back')
  await isAt(`/order/${ID}`)
})

it('B034 a paid invoice can be neither edited nor made again', async (larder) => {
  const office = await larder.sit('office')
  for (const [paid_status, isOpen] of [
    ['', true],
    ['p', false],
    ['pe', false],
  ] as const) {
    const end = answerInvoice(office, { paid_status })
    await openInvoice(office)
    await findButton('Share by email')
    for (const name of ['Edit overrides', 'Regenerate']) expect(hasButton(name), paid_status).toBe(isOpen)
    end()
  }
})

it('B133 B134 B248 an invoice is made again after a question, and read again after success', async (larder) => {
  const { seat: office } = await sitAtInvoice(larder.sit, 'office')
  const reads = () => callsOf(office).filter(({ call }) => call === 'GET invoice').length
  const before = reads()
  const mend = office.network.answer(generate, { message: 'No luck.' }, 500)
  await press('Regenerate')
  await press('Cancel')
  await press('Regenerate')
  await press('Confirm')
  await screen.findByText('There was an error while generating the invoice')
  await screen.findByText(/No luck\./)
  await press('Continue')
  expect(reads()).toBe(before)
  mend()
  office.network.answer(generate, { message: '' })
  await press('Regenerate')
  await press('Confirm')
  expect((await screen.findByText('The invoice has been generated.')).closest('[role=status]')).not.toBeNull()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
  expect(office.network.calls.filter(generate).map(({ body }) => body)).toEqual([
    { force_regenerate: true },
    { force_regenerate: true },
  ])
})

it('Regenerate asks about its obstacles at each press, and takes the answer in the same dialog', async (larder) => {
  const { seat: office } = await sitAtInvoice(larder.sit, 'office')
  const message = 'A device holds 3 unsent edits of this order.'
  const against = [{ code: 'unsent_edits', message }]
  const mend = office.network.answer(generate, { message, code: 'unsent_edits', against }, 409)
  for (let presses = 0; presses < 2; presses++) {
    await press('Regenerate')
    await press('Confirm')
    await screen.findByText(message)
    await press('Continue')
  }
  await press('Regenerate')
  await press('Confirm')
  await screen.findByText(message)
  mend()
  office.network.answer(generate, { message: '' })
  await press('Regenerate anyway')
  await screen.findByText('The invoice has been generated.')
  const sent = office.network.calls.filter(generate).map(({ body }) => body)
  expect(sent).toEqual([
    ...Array.from({ length: 3 }, () => ({ force_regenerate: true })),
    { force_regenerate: true, confirm_unsent: true },
  ])
})

it('an obstacle that the server names after another was answered leaves the earlier answer given', async (larder) => {
  const { seat: office } = await sitAtInvoice(larder.sit, 'office')
  const refuse = (code: string, message: string) =>
    office.network.answer(generate, { message, code, against: [{ code, message }] }, 409)
  let mend = refuse('unsent_edits', 'A device holds 3 unsent edits of this order.')
  await press('Regenerate')
  await press('Confirm')
  await screen.findByText('A device holds 3 unsent edits of this order.')
  mend()
  mend = refuse('below_kept', '60.00 was paid, and it would come to 50.00.')
  await press('Regenerate anyway')
  await screen.findByText('60.00 was paid, and it would come to 50.00.')
  mend()
  office.network.answer(generate, { message: '' })
  await press('Regenerate anyway')
  await screen.findByText('The invoice has been generated.')
  expect(office.network.calls.filter(generate).map(({ body }) => body)).toEqual([
    { force_regenerate: true },
    { force_regenerate: true, confirm_unsent: true },
    { force_regenerate: true, confirm_unsent: true, confirm_kept: true },
  ])
})

it('B044 an invoice that cannot be read names its order and the reason', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('GET', `orders/${ID}/invoice`), { message: 'boom' }, 500)
  await office.open(`/order/${ID}/invoice`)
  const trouble = await screen.findByText(
    /There was an issue trying to get the invoice information for Order 5\./,
  )
  expect(trouble.closest('[role]')!.textContent).toContain('boom')
})
