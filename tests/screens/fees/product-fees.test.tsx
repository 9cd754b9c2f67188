/** A product's fees: its margins, what they make of its price, and saving them. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type pg from 'pg'
import { makeFee, makeLocation, makeProduct } from '../../factories/business.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { at, type Call } from '../network.ts'
import { choose, fill, findDialog, findField, isAt, press } from '../reading.ts'

const makeMeat = (pool: pg.Pool) =>
  makeProduct(pool, { name: 'Beef Ribeye', unit_price: '10.00', case_price: '100.00' })

/** The product's margins, with the form that adds one. */
async function open(seat: Seat, upc: string): Promise<HTMLElement> {
  await seat.open(`/product/${upc}/fees`)
  await screen.findByText('There are no margins added')
  return screen.findByRole('region', { name: 'Add a margin' })
}
/** Signs the office in at the margins of a new product. */
async function sitAtMargins({ pool, sit }: Larder) {
  const { upc } = await makeMeat(pool)
  const office = await sit('office')
  return { upc, office, form: await open(office, upc) }
}
async function add(form: HTMLElement, amount: string, description: string): Promise<HTMLElement> {
  await fill('Amount', amount, form)
  await fill('Description', description, form)
  await press('Add Margin', form)
  return screen.findByRole('group', { name: description })
}
const value = async (label: string, place: HTMLElement) => (await findField(label, place)).value
const options = async (label: string, place: HTMLElement) =>
  [...(await findField(label, place)).querySelectorAll('option')].map(({ textContent }) => textContent)
const saveDialog = () => findDialog(/^Save the margins of/)
/** Saves the margins, and waits until the dialog says so. */
async function saveMargins(): Promise<void> {
  await press('Save')
  await press('Confirm', await saveDialog())
  await within(await saveDialog()).findByText('The margins have been saved.')
}
const writes = (seat: Seat) => seat.network.calls.filter((call: Call) => isWrite(call))
const isWrite = ({ method, path }: Call) => method !== 'GET' && path.startsWith('margintemplates')

it('C153 C395 C230 C231 C235 the form offers margins, flat or in percent, and calculates both ways', async (larder) => {
  const { upc } = await makeMeat(larder.pool)
  const closed = await makeLocation(larder.pool, { active: false })
  const form = await open(await larder.sit('office'), upc)
  expect(await options('Fee type', form)).toEqual(['Margin'])
  expect(await options('Type', form)).toEqual(['Flat ($)', 'Percentage'])
  await fill('Amount', '20', form)
  expect(await value('Adjusted price', form)).toBe('12.00')
  await choose('Type', 'f', form)
  await fill('Adjusted price', '12', form)
  expect(await value('Amount', form)).toBe('2.00')
  within(form).getByText('Add this margin to the list, then save.')
  await userEvent.click(screen.getByText('Per location'))
  const perLocation = screen.getByRole('region', { name: 'Add a margin' })
  expect(await options('Customer Location', perLocation)).not.toContain(closed.name)
  await fill('Amount', '5', perLocation)
  within(perLocation).getByText(
    "You have a fee amount configured but can't be saved, please complete the form.",
  )
})

it('C007 C069 C152 C182 C183 C231 C233 C370 margins are kept until they are saved, and include the case price', async (larder) => {
  const { upc, office, form } = await sitAtMargins(larder)
  await choose('Warehouse', 'Head office', form)
  await choose('Type', 'f', form)
  const cutting = await add(form, '2', 'Cutting')
  within(cutting).getByText('New')
  // It is laid on the goods of a warehouse in which this product is not.
  within(cutting).getByText('It is charged to nobody: the product is in Dry & Chill.')
  within(await findField('Warehouse', cutting)).getByRole('option', { name: 'Head office', selected: true })
  await userEvent.click(screen.getByRole('switch', { name: 'Case price' }))
  expect(await value('Original price', cutting)).toBe('100.00')
  expect(await value('Adjusted price', cutting)).toBe('102.00')
  expect(writes(office)).toEqual([])

  await saveMargins()
  await userEvent.click(within(await saveDialog()).getByText('Close'))
  await isAt('/inventory')
  await office.open(`/product/${upc}/fees`)
  const stored = await screen.findByRole('group', { name: 'Cutting' })
  await fill('Adjusted price', '13.25', stored)
  expect(await value('Amount', stored)).toBe('3.25')
  within(stored).getByText('Modified')
  await saveMargins()
  await userEvent.click(within(await saveDialog()).getByText('Close'))
  await isAt('/inventory')
  await office.open(`/product/${upc}/fees`)
  expect(await value('Amount', await screen.findByRole('group', { name: 'Cutting' }))).toBe('3.25')
  await press('Remove Cutting')
  await screen.findByText('There are no margins added')
  await saveMargins()
  expect(writes(office).map(({ method, path }) => `${method} ${path.replace(/\d+$/, 'N')}`)).toEqual([
    'POST margintemplates',
    'PATCH margintemplates/N',
    'DELETE margintemplates/N',
  ])
})

it('C232 C233 a product that is sold by the case alone is calculated with the case price, without a switch', async (larder) => {
  const prices = { unit_price: '0.00', case_price: '100.00' }
  const { upc } = await makeProduct(larder.pool, { unit_type: 'Case', ...prices })
  const form = await open(await larder.sit('office'), upc)
  expect(await value('Original price', form)).toBe('100.00')
  expect(screen.queryByRole('switch', { name: 'Case price' })).toBeNull()
})

it('C070 the list shows the fees of the product, or those of a location', async (larder) => {
  const { upc } = await makeMeat(larder.pool)
  const { name } = await makeLocation(larder.pool)
  const form = await open(await larder.sit('office'), upc)
  await add(form, '2', 'Everybody’s')
  await userEvent.click(screen.getByText('Per location'))
  expect(screen.queryByRole('group')).toBeNull()
  const perLocation = screen.getByRole('region', { name: 'Add a margin' })
  await choose('Customer Location', name, perLocation)
  const theirs = await add(perLocation, '5', 'Theirs')
  within(theirs).getByText(name)
  // It has a product as well.
  await userEvent.click(screen.getByText('Product wide'))
  screen.getByRole('group', { name: 'Theirs' })
  screen.getByRole('group', { name: 'Everybody’s' })
})

it('what is typed of a margin stays when the list shows those of the locations', async (larder) => {
  const { upc } = await makeMeat(larder.pool)
  const { name, id } = await makeLocation(larder.pool)
  const office = await larder.sit('office')
  const form = await open(office, upc)
  await fill('Amount', '7', form)
  await fill('Description', 'Trimming', form)
  await userEvent.click(screen.getByText('Per location'))
  const perLocation = screen.getByRole('region', { name: 'Add a margin' })
  expect([await value('Amount', perLocation), await value('Description', perLocation)]).toEqual([
    '7',
    'Trimming',
  ])
  await choose('Customer Location', name, perLocation)
  await press('Add Margin', perLocation)
  await saveMargins()
  expect(writes(office).map(({ body }) => body)).toMatchObject([
    { amount: '7', description: 'Trimming', company_location: id },
  ])
})

it('C185 C354 C355 when one of two margins fails there is no success message, and only that one is sent again', async (larder) => {
  const { upc, office, form } = await sitAtMargins(larder)
  await add(form, '2', 'Cutting')
  await add(form, '3', 'Packing')
  const isPacking = ({ body }: Call) =>
    (body as { description?: string } | undefined)?.description === 'Packing'
  const mend = office.network.fail((call) => at('POST', 'margintemplates')(call) && isPacking(call), 503)
  const logged = expectOnConsole(/margin/i)
  await press('Save')
  await press('Confirm', await saveDialog())
  const alert = await within(await saveDialog()).findByRole('alert')
  expect(alert.textContent).toContain('One margin was not saved')
  expect(alert.textContent).not.toContain('503')
  expect(logged).toHaveLength(1)
  await press('Continue', await saveDialog())
  expect(writes(office)).toHaveLength(2)
  mend()
  await saveMargins()
  expect(writes(office).slice(2).map(isPacking)).toEqual([true])
  const stored = await larder.pool.query(
    'select description from fee_templates where product = $1 order by id',
    [upc],
  )
  expect(stored.rows).toEqual([{ description: 'Cutting' }, { description: 'Packing' }])
})

it('a margin that another user has changed meanwhile is not overwritten, and their change stays in the next save', async (larder) => {
  const { upc } = await makeMeat(larder.pool)
  const cutting = { type: 'f', amount: '2.00', description: 'Cutting' } as const
  await makeFee(larder.pool, { kind: 'margin', ...cutting, product: upc })
  const office = await larder.sit('office')
  await office.open(`/product/${upc}/fees`)
  await fill('Description', 'Splitting', await screen.findByRole('group', { name: 'Cutting' }))
  await larder.pool.query('update fee_templates set amount = 5, version = version + 1 where product = $1', [
    upc,
  ])
  const logged = expectOnConsole(/margin/i)
  await press('Save')
  await press('Confirm', await saveDialog())
  const alert = await within(await saveDialog()).findByRole('alert')
  expect(alert.textContent).toContain('One margin was not saved')
  expect(logged).toHaveLength(1)
  expect(writes(office)).toEqual([])
  await press('Continue', await saveDialog())
  const changed = await screen.findByRole('group', { name: 'Splitting' })
  await waitFor(async () => expect(await value('Amount', changed)).toBe('5.00'))
  await saveMargins()
  const { rows } = await larder.pool.query(
    'select amount::float as amount, description from fee_templates where product = $1',
    [upc],
  )
  expect(rows).toEqual([{ amount: 5, description: 'Splitting' }])
})

it('a margin that another user has removed already counts as removed', async (larder) => {
  const { upc } = await makeMeat(larder.pool)
  const cutting = { type: 'f', amount: '2.00', description: 'Cutting' } as const
  await makeFee(larder.pool, { kind: 'margin', ...cutting, product: upc })
  const office = await larder.sit('office')
  await office.open(`/product/${upc}/fees`)
  await screen.findByRole('group', { name: 'Cutting' })
  await press('Remove Cutting')
  await larder.pool.query('delete from fee_templates where product = $1', [upc])
  await saveMargins()
})

it('C354 margins that cannot be read say so, and a new one can still be added', async (larder) => {
  const { upc } = await makeMeat(larder.pool)
  const office = await larder.sit('office')
  office.network.fail(at('GET', 'margintemplates'))
  const logged = expectOnConsole(/margin/i)
  await office.open(`/product/${upc}/fees`)
  await screen.findByText('The margins could not be read.')
  await waitFor(() => expect(logged).not.toHaveLength(0))
  const form = screen.getByRole('region', { name: 'Add a margin' })
  await add(form, '1', 'Cutting')
})

it('the price history shows who changed which price of the product or its fees, from and to which value', async (larder) => {
  const { upc, office, form } = await sitAtMargins(larder)
  await add(form, '20', 'Spring')
  await saveMargins()
  await office.open(`/product/${upc}`)
  await press('Price history')
  const history = await screen.findByRole('list', { name: 'Price history' })
  const [line] = within(history).getAllByRole('listitem')
  expect(line?.textContent).toMatch(/^Margin: Beef Ribeye.*none → 20 %.*office/)
})
