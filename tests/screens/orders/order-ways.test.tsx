/** From one order to the places of its work: its dates, its pick list and scan, the cart that it fills, and its invoice. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addDays, clockIn } from '#contract/day.ts'
import { showDay } from '#src/ui/format.ts'
import type { TestServer } from '../../factories/app.ts'
import {
  makeFee,
  makeItem,
  makeLocation,
  makeOrder,
  makeOrderList,
  makeProduct,
  makeUser,
} from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
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
} from '../reading.ts'

/** An order of two units of oil, with its customer. */
async function makeFilled({ database: { pool } }: TestServer, picked = false) {
  const location = await makeLocation(pool)
  const chef = await makeUser(pool, 'customer', { company_id: location.company_id })
  const oil = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit' })
  await makeOrderList(pool, [oil.upc], { company_location_id: location.id })
  const { id } = await makeOrder(pool, { ...orderAt(location), customer_id: chef.id })
  await makeItem(pool, { order_id: id, product: oil.upc, ...(picked && { picked, unit_quantity: 2 }) })
  return { id, chef, location }
}
async function open(seat: Seat, id: number): Promise<void> {
  await seat.open(`/order/${id}`)
  await findTable(`Order ${id} items`)
  await findButton('Back')
  await seat.kept()
}
/** Signs the office in at an order of two units of oil. */
async function sitAtOrder({ server, sit }: Larder) {
  const { id, chef } = await makeFilled(server)
  const office = await sit('office')
  await open(office, id)
  return { id, chef, office }
}

it('A124 A125 A247 staff change the dates and the note of an order, and Save waits for a different note', async (larder) => {
  const { id, office } = await sitAtOrder(larder)
  const today = clockIn(ZONE, new Date()).slice(0, 10)
  const [placed, delivery] = [addDays(today, -2), addDays(today, 3)]
  for (const [label, day] of [
    ['Placed date', placed],
    ['Delivery date', delivery],
  ] as const) {
    await userEvent.click(await findField(label))
    await fill(label, showDay(day))
    await userEvent.keyboard('{Enter}')
  }
  const canSave = async () => isEnabled(await findButton('Save'))
  expect(await canSave()).toBe(false)
  await fill('Note', 'x')
  await waitFor(async () => expect(await canSave()).toBe(true))
  await fill('Note', '')
  await waitFor(async () => expect(await canSave()).toBe(false))
  await fill('Note', 'Leave it at the back door')
  await press('Save')
  const stored = async () => {
    const { rows } = await larder.pool.query(
      'select placed_date::text as placed, delivery_date::text as delivery, note from orders where id = $1',
      [id],
    )
    return rows[0] as object
  }
  const wanted = { placed, delivery, note: 'Leave it at the back door' }
  await waitFor(async () => expect(await stored()).toEqual(wanted), { timeout: 10_000 })
  await open(office, id)
  expect((await findField('Note')).value).toBe('Leave it at the back door')
  expect((await findField('Placed date')).value).toBe(showDay(placed))
  expect((await findField('Delivery date')).value).toBe(showDay(delivery))
})

it('A132 A133 B022 B191 staff go from an order to its pick list and to its scan', async (larder) => {
  const { id } = await sitAtOrder(larder)
  await press('PickList')
  await isAt('/orders/picklist/details?from=order')
  history.back()
  await isAt(`/order/${id}`)
  await press('Scan')
  await isAt('/scan?from=order')
  await screen.findAllByText(`#${id}`)
})

it('A030 A130 B028 B049 Replicate fills the cart of the order’s customer, asks before it replaces one, and orders nothing', async (larder) => {
  const { id, chef, office } = await sitAtOrder(larder)
  await press('Replicate Order')
  await isAt('/cart')
  const customer = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  await waitFor(() => expect(customer.value).toMatch(new RegExp(`^${chef.username} · `)))
  await waitFor(async () => expect((await findField('Units of Olive Oil')).value).toBe('2'))
  // The screen asks before it throws away lines that are in the cart.
  await fill('Units of Olive Oil', '5')
  await open(office, id)
  await press('Replicate Order')
  await press('Replace the cart', await screen.findByRole('dialog'))
  await isAt('/cart')
  await waitFor(async () => expect((await findField('Units of Olive Oil')).value).toBe('2'))
  const { rows } = await larder.pool.query('select id from orders where customer_id = $1', [chef.id])
  expect(rows).toEqual([{ id }])
})

it('a customer takes a colleague’s order into their own cart', async (larder) => {
  const { id, location } = await makeFilled(larder.server)
  const sous = await larder.sit('customer', { company_id: location.company_id })
  await open(sous, id)
  await press('Replicate Order')
  await isAt('/cart')
  const customer = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  await waitFor(() => expect(customer.value).toMatch(new RegExp(`^${sous.person.username} · `)))
  await waitFor(async () => expect((await findField('Units of Olive Oil')).value).toBe('2'))
})

it('the question before a colleague’s order replaces what is in a customer’s own cart speaks of their own cart', async (larder) => {
  const { id, location } = await makeFilled(larder.server)
  const sous = await larder.sit('customer', { company_id: location.company_id })
  await open(sous, id)
  await press('Replicate Order')
  await isAt('/cart')
  await findField('Units of Olive Oil')
  await open(sous, id)
  await press('Replicate Order')
  const dialog = await findDialog(`Replicate order ${id}?`)
  within(dialog).getByText('Your cart holds other products. They are taken out of it.')
  await press('Cancel', dialog)
  await noDialog()
})

it('an order that the office replicates for a location with a margin shows no changed prices', async (larder) => {
  const { id, location } = await makeFilled(larder.server)
  await makeFee(larder.pool, { kind: 'margin', type: 'f', amount: '1.00', company_location_id: location.id })
  await open(await larder.sit('office'), id)
  await press('Replicate Order')
  await isAt('/cart')
  const total = async () => (await screen.findByRole('complementary', { name: 'Total' })).textContent
  await waitFor(async () => expect(await total()).toContain('$7.00'))
  await press('Confirm order')
  await screen.findByLabelText('Delivery date')
  await waitFor(async () => expect(await total()).toContain('$7.00'))
  expect(screen.queryByText(/changed since you chose the products/)).toBeNull()
})

it('a buyer takes a colleague’s order into that colleague’s cart, also after the colleague has another username', async (larder) => {
  const { id, chef, location } = await makeFilled(larder.server)
  const buyer = await larder.sit('buyer', { company_id: location.company_id })
  await open(buyer, id)
  await larder.pool.query('update users set username = $2 where id = $1', [chef.id, `new ${chef.username}`])
  await press('Replicate Order')
  await isAt('/cart')
  const customer = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  await waitFor(() => expect(customer.value).toMatch(new RegExp(`^new ${chef.username} · `)))
  await waitFor(async () => expect((await findField('Units of Olive Oil')).value).toBe('2'))
})

it.for(['office', 'buyer'] as const)(
  'a closed customer is named as closed: %s',
  async (role, { server, sit }) => {
    const { id, chef, location } = await makeFilled(server)
    await server.database.pool.query('update users set is_active = false where id = $1', [chef.id])
    const seat = await sit(role, role === 'buyer' ? { company_id: location.company_id } : {})
    await open(seat, id)
    await press('Replicate Order')
    await screen.findByText(`The account of ${chef.username} is closed: nothing can be ordered for it.`)
    await isAt(`/order/${id}`)
  },
)

it('B021 at an address without an order’s number the cart has none of the buttons of an order', async (larder) => {
  const { office } = await sitAtOrder(larder)
  await press('Replicate Order')
  await isAt('/cart')
  await findField('Units of Olive Oil')
  await office.open('/order/cart')
  await findField('Units of Olive Oil')
  for (const name of ['Scan', 'PickList', 'Generate Invoice', 'View Invoice', 'Delete Order'])
    expect(hasButton(name), name).toBe(false)
})

it('A029 A131 B024 B025 an invoice is made of an order after a question, and shown', async (larder) => {
  const { id } = await makeFilled(larder.server)
  await makeItem(larder.pool, { order_id: id, unit_quantity: 2, picked: true, final_price: '5.00' })
  const office = await larder.sit('office')
  await open(office, id)
  expect(hasButton('View Invoice')).toBe(false)
  await press('Generate Invoice')
  const question = await findDialog(`Invoice order ${id}?`)
  expect(question.textContent).toContain('not picked. Bill only')
  await press('Bill what is picked', question)
  await isAt(`/order/${id}/invoice`)
  const paper = await screen.findByRole('region', { name: `Invoice of order ${id}` })
  expect(paper.textContent).toContain(`#${id}`)
  const made = office.network.calls.filter(at('POST', `orders/${id}/generateinvoice`))
  expect(JSON.stringify(made.map(({ body }) => body ?? null))).not.toContain('force_regenerate')
  await open(office, id)
  expect(hasButton('Generate Invoice')).toBe(false)
  await press('View Invoice')
  await isAt(`/order/${id}/invoice`)
})

it('A207 A210 A211 B026 an invoiced order is locked, and open again after the unlock', async (larder) => {
  const { id } = await makeFilled(larder.server, true)
  const office = await larder.sit('office')
  const { username } = office.person
  expect((await larder.server.call(username, 'POST', `orders/${id}/unlock`)).status).toBe(409)
  await larder.server.call(username, 'POST', `orders/${id}/generateinvoice`)
  await open(office, id)
  await findButton('Locked')
  expect(screen.queryByLabelText('Note')).toBeNull()
  const refused = await larder.server.call(username, 'PATCH', `orders/${id}`, { body: { note: 'Too late' } })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  await larder.server.call(username, 'POST', `orders/${id}/invoice/quickbooks`)
  await press('Locked')
  const dialog = await screen.findByRole('dialog')
  await press('Unlock', dialog)
  // The books have the invoice: that is said, and goes on when it is pressed again.
  await within(dialog).findByText(new RegExp(`^The invoice of order ${id} was exported for QuickBooks`))
  await press('Unlock anyway', dialog)
  await noDialog()
  await findField('Note')
  await findButton('Generate Invoice')
  const { rows } = await larder.pool.query('select from invoices where order_id = $1', [id])
  expect(rows).toEqual([])
})
