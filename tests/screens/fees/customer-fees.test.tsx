/** A customer's fees: what the form asks for in both modes, and what is saved and read again. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeFee, makeLocation, makeProduct, makeWarehouse } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { choose, fill, findButton, findDialog, findField, isEnabled, press } from '../reading.ts'

const NOTE = "You have a fee amount configured but can't be saved, please complete the form."
const ADD = 'Add Margin/Surcharge'

const listed = async () =>
  within(await screen.findByRole('region', { name: 'Fees' }))
    .queryAllByRole('group')
    .map(({ textContent }) => textContent)
const findForm = () => screen.findByRole('region', { name: 'Add a fee' })
const canAdd = async () => isEnabled(await findButton(ADD))
const isNoted = () => screen.queryByText(NOTE) !== null

async function openFees(server: TestServer, seat: Seat, name: string): Promise<number> {
  const { pool } = server.database
  await makeWarehouse(pool, 4, 'Freezer')
  const { id } = await makeLocation(pool, { name })
  const fee = { type: 'f', amount: '2.00', company_location_id: id } as const
  await makeFee(pool, { ...fee, kind: 'margin', description: 'Split cases' })
  await makeFee(pool, { ...fee, kind: 'surcharge', description: 'Early delivery' })
  await seat.open(`/customer/${id}/fees`)
  return id
}
const perProduct = async () => userEvent.click(await screen.findByText('Per Product'))
async function chooseProduct(name: string, form: HTMLElement): Promise<void> {
  await press('Choose product', form)
  await press(new RegExp(`^Choose ${name}`), await findDialog('Choose a product'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

it('C080 C081 C153 C160 a customer’s margins and surcharges are listed under their name, in two modes with two types', async (larder) => {
  const office = await larder.sit('office')
  await openFees(larder.server, office, 'Mole Bistro')
  await screen.findByRole('heading', { level: 1, name: 'Edit/Add Mole Bistro Fees' })
  await waitFor(async () =>
    expect(await listed()).toEqual([expect.stringContaining('Margin'), expect.stringContaining('Surcharge')]),
  )
  const types = await findField('Fee type', await findForm())
  expect([...types.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Margin',
    'Surcharge',
  ])
  await findField('Warehouse', await findForm())
  expect(within(await findForm()).queryByRole('button', { name: 'Choose product' })).toBeNull()
  await perProduct()
  await screen.findByText('There are no margins added')
  await findButton('Choose product', await findForm())
})

it('C234 C235 the form waits for every field that a fee needs in its mode, and notes a lone amount', async (larder) => {
  await makeProduct(larder.pool, { name: 'Nautilus shells' })
  const office = await larder.sit('office')
  await openFees(larder.server, office, 'Mole Cantina')
  let form = await findForm()
  expect([await canAdd(), isNoted()]).toEqual([false, false])
  await fill('Amount', '3.50', form)
  expect([await canAdd(), isNoted()]).toEqual([false, true])
  await choose('Type', 'f', form)
  expect([await canAdd(), isNoted()]).toEqual([false, true])
  await choose('Warehouse', 'Freezer', form)
  expect([await canAdd(), isNoted()]).toEqual([true, false])
  await choose('Type', '', form)
  expect([await canAdd(), isNoted()]).toEqual([false, true])
  await choose('Type', 'f', form)
  await fill('Amount', '', form)
  await waitFor(async () => expect(await canAdd()).toBe(false))

  await perProduct()
  form = await findForm()
  await choose('Type', 'f', form)
  await fill('Amount', '1', form)
  expect([await canAdd(), isNoted()]).toEqual([false, true])
  await chooseProduct('Nautilus shells', form)
  expect([await canAdd(), isNoted()]).toEqual([true, false])
  await choose('Type', '', form)
  expect(await canAdd()).toBe(false)
  await choose('Type', 'f', form)
  await fill('Amount', '', form)
  await waitFor(async () => expect(await canAdd()).toBe(false))
})

it('what is typed of a fee stays in the other mode, and what the fee is for is chosen again', async (larder) => {
  const office = await larder.sit('office')
  await openFees(larder.server, office, 'Mole Grill')
  const form = await findForm()
  await choose('Type', 'f', form)
  await fill('Amount', '3.50', form)
  await fill('Description', 'Night delivery', form)
  await choose('Warehouse', 'Freezer', form)
  await perProduct()
  const values = async (...labels: string[]) =>
    Promise.all(labels.map(async (label) => (await findField(label, await findForm())).value))
  expect(await values('Type', 'Amount', 'Description', 'Warehouse')).toEqual([
    'f',
    '3.50',
    'Night delivery',
    '',
  ])
  expect([await canAdd(), isNoted()]).toEqual([false, true])
})

it('C154 C155 fees of both types are stored among the margins, and a surcharge is one when it is read again', async (larder) => {
  await makeProduct(larder.pool, { name: 'Nautilus pearls' })
  const office = await larder.sit('office')
  const id = await openFees(larder.server, office, 'Mole Ditta')
  let form = await findForm()
  await choose('Fee type', 'Surcharge', form)
  await fill('Amount', '3.50', form)
  await choose('Type', 'f', form)
  await choose('Warehouse', 'Freezer', form)
  await fill('Description', 'Dry ice', form)
  await press(ADD, form)
  await waitFor(async () => expect(await listed()).toHaveLength(3))
  await perProduct()
  form = await findForm()
  await choose('Type', 'f', form)
  await fill('Amount', '1', form)
  await chooseProduct('Nautilus pearls', form)
  await press(ADD, form)
  await waitFor(async () => expect(await listed()).toHaveLength(1))
  const isFee = ({ path }: { path: string }) => /^(margin|surcharge)templates/.test(path)
  expect(office.network.calls.filter(isFee)).toEqual([])
  await press('Save')
  const dialog = await findDialog(/^Save the fees of Mole Ditta/)
  await press('Confirm', dialog)
  await within(dialog).findByText('The fees have been saved.')
  const sent = office.network.calls.filter(isFee)
  expect(sent.map(({ method, path, query }) => `${method} ${path} ${query.toString()}`)).toEqual([
    'POST margintemplates kind=surcharge',
    'POST margintemplates ',
  ])
  await office.open(`/customer/${id}/fees`)
  await waitFor(async () => expect(await listed()).toHaveLength(3))
  const ice = await screen.findByRole('group', { name: 'Dry ice' })
  expect(ice.textContent).toContain('Surcharge')
  expect((await findField('Warehouse', ice)).value).toBe('4')
  expect(office.network.calls.some(({ path }) => path.startsWith('surchargetemplates'))).toBe(false)
})

it('a product’s fee shows its price before it is saved, also by the case where both are sold', async (larder) => {
  await makeProduct(larder.pool, {
    name: 'Nautilus rings',
    unit_type: 'Unit / Case',
    unit_price: '10.00',
    case_price: '110.00',
  })
  const office = await larder.sit('office')
  await openFees(larder.server, office, 'Mole Osteria')
  await perProduct()
  const form = await findForm()
  expect(screen.queryByRole('switch', { name: 'Case price' })).toBeNull()
  await choose('Type', 'f', form)
  await fill('Amount', '2', form)
  await fill('Description', 'Cut to order', form)
  await chooseProduct('Nautilus rings', form)
  await press(ADD, form)
  const card = await screen.findByRole('group', { name: 'Cut to order' })
  const prices = async () => [
    (await findField('Original price', card)).value,
    (await findField('Adjusted price', card)).value,
  ]
  expect(await prices()).toEqual(['10.00', '12.00'])
  await userEvent.click(screen.getByRole('switch', { name: 'Case price' }))
  await waitFor(async () => expect(await prices()).toEqual(['110.00', '112.00']))
})
