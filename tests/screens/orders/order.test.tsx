/** One order: what it shows, what may be done with it and by whom, and what is said when that cannot be done. */
import { screen, waitFor, within } from '@testing-library/react'
import type pg from 'pg'
import {
  makeItem,
  makeLocation,
  makeOrder,
  makeProduct,
  makeUser,
  type OrderRecord,
} from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import { refusePush } from '../refused-push.ts'
import {
  address,
  cells,
  fact,
  fill,
  findButton,
  findDialog,
  findTable,
  hasButton,
  isAt,
  isEnabled,
  noDialog,
  press,
} from '../reading.ts'

/** Makes an order with this many items. */
async function makeFilled(
  pool: pg.Pool,
  over: Record<string, unknown> = {},
  items = 1,
): Promise<OrderRecord> {
  const order = await makeOrder(pool, over)
  for (let made = 0; made < items; made++) await makeItem(pool, { order_id: order.id })
  return order
}

async function open(seat: Seat, { id }: { id: number }): Promise<void> {
  await seat.open(`/order/${id}`)
  await findTable(`Order ${id} items`)
  await findButton('Back')
}

/** Signs the office in at an order that its device keeps. */
async function sitAtKept({ pool, sit }: Larder) {
  const order = await makeFilled(pool)
  const office = await sit('office')
  await open(office, order)
  await office.kept()
  return { order, office }
}

/** Signs the office in at an order with an invoice. */
async function openInvoiced({ server, pool, sit }: Larder): Promise<OrderRecord> {
  const order = await makeFilled(pool)
  const office = await sit('office')
  await server.call(office.person.username, 'POST', `orders/${order.id}/generateinvoice`, {
    body: { confirm_nothing: true },
  })
  await open(office, order)
  return order
}

/** Changes the order as another user does. This device has not received the change. */
const changeUnheard = (pool: pg.Pool, { id }: OrderRecord, set: string) =>
  pool.query(`update orders set ${set} where id = $1`, [id])

it('A028 A123 B019 an order shows its header and a row for each item', async (larder) => {
  const location = await makeLocation(larder.pool, { name: 'Harbour Kitchen' })
  const chef = await makeUser(larder.pool, 'customer', { company_id: location.company_id })
  const order = await makeFilled(larder.pool, { ...orderAt(location), customer_id: chef.id }, 3)
  await open(await larder.sit('office'), order)
  screen.getByRole('heading', { name: `Order ${order.id}` })
  expect(await fact('Company')).toBe('Harbour Kitchen')
  expect(await fact('Username')).toBe(chef.username)
  expect(await fact('Total price')).toBe('15.00')
  expect((await findTable(`Order ${order.id} items`)).rows).toHaveLength(3)
})

it('B010 the print shows each item’s picked quantities, its two prices and the stock of its product', async (larder) => {
  const { pool } = larder
  const quail = await makeProduct(pool, {
    name: 'Quail',
    bin: 'A-1',
    stock_level: 3,
    combined_stock_level: 9,
  })
  const order = await makeOrder(pool)
  await makeItem(pool, {
    order_id: order.id,
    product: quail.upc,
    bin_override: 'C-2',
    unit_quantity: 2,
    case_quantity: 1,
    price_per_unit: '2.50',
    price_per_case: '24.00',
  })
  await (await larder.sit('office')).open(`/order/${order.id}/print`)
  const row = (await screen.findByText('Quail')).closest('tr')!
  expect(cells(row).map(({ textContent }) => textContent)).toEqual([
    'C-2',
    quail.item_code,
    'Quail',
    '2',
    '1',
    '2.50 / 24.00',
    '9',
  ])
})

it('A126 A127 B023 B190 office deletes an order after a question', async (larder) => {
  const order = await makeFilled(larder.pool)
  const another = await makeFilled(larder.pool)
  const office = await larder.sit('office')
  await open(office, order)
  await press('Delete Order')
  const question = () => findDialog(`Delete order ${order.id}?`)
  await press('Cancel', await question())
  await noDialog()
  await press('Delete Order')
  await press('Delete Order', await question())
  await isAt('/orders')
  expect(office.network.calls.filter(({ method }) => method === 'DELETE')).toMatchObject([
    { path: `orders/${order.id}` },
  ])
  expect((await larder.pool.query('select from orders where id = $1', [order.id])).rowCount).toBe(0)
  await office.open('/orders')
  await screen.findByRole('link', { name: `Edit order ${another.id}` })
  expect(screen.queryByRole('link', { name: `Edit order ${order.id}` })).toBeNull()
})

it('A336 an order that cannot be deleted says why and stays', async (larder) => {
  const order = await makeFilled(larder.pool)
  await open(await larder.sit('office'), order)
  await findButton('Delete Order')
  await changeUnheard(larder.pool, order, 'invoiced = true')
  await press('Delete Order')
  const dialog = await findDialog(`Delete order ${order.id}?`)
  await press('Delete Order', dialog)
  await within(dialog).findByText(`Order ${order.id} is invoiced and locked. Unlock it to delete it.`)
  expect(address()).toBe(`/order/${order.id}`)
})

it('A007 A008 A129 A134 A261 B027 B029 B193 B200 a customer sees the order, Back and Replicate, and cannot edit', async (larder) => {
  const location = await makeLocation(larder.pool)
  const buyer = await larder.sit('buyer', { company_id: location.company_id })
  const order = await makeFilled(larder.pool, { ...orderAt(location), customer_id: buyer.person.id })
  await open(buyer, order)
  await findButton('Replicate Order')
  for (const name of [
    'Scan',
    'PickList',
    'Generate Invoice',
    'View Invoice',
    'Locked',
    'Delete Order',
    'Fees',
    'Save',
  ])
    expect(hasButton(name), name).toBe(false)
  expect(within(screen.getByRole('main')).queryByRole('textbox')).toBeNull()
  expect(await fact('Note')).toBe('–')
  for (const body of [{ note: 'x' }, { placed_date: '2026-11-01' }, { delivery_date: '2026-11-30' }])
    expect(
      (await larder.server.call(buyer.person.username, 'PATCH', `orders/${order.id}`, { body })).status,
    ).toBe(403)
  await press('Back')
  await isAt('/orders')

  await open(await larder.sit('office'), order)
  await findButton('Replicate Order')
  await press('Back')
  await isAt('/orders')
})

it('digits that are no order’s number open neither an order nor a cart', async (larder) => {
  const office = await larder.sit('office')
  for (const id of ['0', '9999999999']) {
    await office.open(`/order/${id}`)
    await screen.findByText('There is nothing at this address')
  }
})

it('A135 A136 B020 an id that is no number opens a cart, and no order is fetched', async (larder) => {
  const office = await larder.sit('office')
  for (const id of ['cart', '12x', '1e3']) {
    await office.open(`/order/${id}`)
    await screen.findByRole('heading', { name: 'Cart' })
    for (const name of ['Scan', 'PickList', 'Generate Invoice', 'Delete Order'])
      expect(hasButton(name), name).toBe(false)
  }
  expect(office.network.calls.filter(at('GET', /^orders\//))).toEqual([])
})

it('A323 an invoice that cannot be made shows the answer, and stays', async (larder) => {
  const order = await makeOrder(larder.pool)
  const butter = await makeProduct(larder.pool, { name: 'Butter' })
  await makeItem(larder.pool, {
    order_id: order.id,
    product: butter.upc,
    lot_tracked: true,
    unit_quantity: 2,
  })
  const office = await larder.sit('office')
  await open(office, order)
  await office.kept()
  await press('Generate Invoice')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'There was an error while generating the invoice\nA lot code is missing for Butter.',
    ),
  )
  expect(address()).toBe(`/order/${order.id}`)
})

it('an invoice of an order whose picker has unsent edits raises a question first', async (larder) => {
  const order = await makeOrder(larder.pool)
  await makeItem(larder.pool, { order_id: order.id, unit_quantity: 2, picked: true })
  const picker = await makeUser(larder.pool, 'picker')
  const report = { device_id: `device of ${picker.username}`, unsent: { [order.id]: 6 }, mutations: [] }
  expect((await larder.server.call(picker.username, 'POST', 'sync/push', { body: report })).status).toBe(200)
  await open(await larder.sit('office'), order)
  await press('Generate Invoice')
  const question = await findDialog(`Invoice order ${order.id}?`)
  within(question).getByText(new RegExp(`${picker.username} has 6 unsent changes`))
  await press('Invoice without them', question)
  await isAt(`/order/${order.id}/invoice`)
})

it('A208 an order that is known to be invoiced says on the button why it cannot be deleted', async (larder) => {
  const order = await openInvoiced(larder)
  const remove = await findButton('Delete Order')
  expect([isEnabled(remove), remove.title]).toEqual([
    false,
    `Order ${order.id} is invoiced and locked. Unlock it to delete it.`,
  ])
})

it('A212 A253 a pick list says why a paid order stays locked, and offers role 14 no button for it', async (larder) => {
  const order = await makeFilled(larder.pool, { invoiced: true, paid_status: 'p' })
  const office = await larder.sit('office')
  await open(office, order)
  await press('PickList')
  await screen.findByText(`Order ${order.id} is invoiced.`)
  const locked = await findButton('Locked')
  expect([isEnabled(locked), locked.title]).toEqual([false, `Order ${order.id} is paid: it stays locked.`])
  const picker = await larder.sit('picker')
  await open(picker, order)
  await press('PickList')
  await screen.findByText(`Order ${order.id} is invoiced.`)
  expect(hasButton('Locked')).toBe(false)
})

it('A324 a refused unlock shows the answer, and the order stays locked', async (larder) => {
  const order = await openInvoiced(larder)
  await findButton('Locked')
  await changeUnheard(larder.pool, order, `paid_status = 'p'`)
  await press('Locked')
  const question = await findDialog(`Unlock order ${order.id}?`)
  await press('Unlock', question)
  await within(question).findByText(`Order ${order.id} is paid: it stays locked.`)
  expect(screen.queryByLabelText('Note')).toBeNull()
})

it('A257 roles 1 to 11 see UPC, final price and combined stock, and role 12 none of them', async (larder) => {
  const order = await makeFilled(larder.pool)
  for (const [role, sees] of [
    ['foreman', true],
    ['sales', false],
  ] as const) {
    await open(await larder.sit(role), order)
    const { labels } = await findTable(`Order ${order.id} items`)
    for (const label of ['UPC', 'Final Price', 'Combined Stock'])
      expect(labels.includes(label), `${role} ${label}`).toBe(sees)
  }
})

it('B206 B208 B211 an order that the device does not keep is fetched, with its items and products', async (larder) => {
  const order = await makeFilled(larder.pool, { delivery_date: '2020-02-03' }, 2)
  const office = await larder.sit('office')
  await open(office, order)
  const asked = (path: string) => office.network.calls.filter(at('GET', path)).map(({ query }) => query)
  await waitFor(async () => expect((await findTable(`Order ${order.id} items`)).rows).toHaveLength(2))
  expect(asked(`orders/${order.id}`).length).toBeGreaterThan(0)
  expect(new Set(asked('orderitems').map(String))).toEqual(new Set([`order=${order.id}&no_page=1`]))
  const [products] = asked('products')
  expect(products!.getAll('upc')).toHaveLength(2)
  expect(Object.fromEntries(products!)).toMatchObject({
    company_location: String(order.company_location_id),
    include_inactive: 'true',
    include_nonprimary: 'true',
    no_page: '1',
  })
})

it('B030 an order that cannot be loaded returns to the list', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/order/99999998')
  await isAt('/orders')
  await screen.findByText(/^Order 99999998 could not be loaded\./)
  office.network.fail(at('GET', 'orders/99999999'))
  await office.open('/order/99999999')
  await isAt('/orders')
})

it('a note is saved when the server has accepted it, and a refusal shows on the page', async (larder) => {
  const { office } = await sitAtKept(larder)
  const mend = await refusePush(office.network, 'Nobody may write notes today.', async () => {
    await fill('Note', 'Ring twice')
    await press('Save')
    // The page says nothing before there is an answer.
    expect(screen.queryByText('Saved')).toBeNull()
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Nobody may write notes today.')
  expect(alert.textContent).toContain('It is kept under Sync.')
  mend()
})

it('a note that is written without a network is kept on the device, and sent when the network is back', async (larder) => {
  const { order, office } = await sitAtKept(larder)
  office.goOffline()
  await fill('Note', 'Leave it at the back door')
  await press('Save')
  await screen.findByText('Saved on this device')
  const stored = async () =>
    (await larder.pool.query('select note from orders where id = $1', [order.id])).rows as { note: string }[]
  expect(await stored()).toEqual([{ note: '' }])
  office.goOnline()
  await waitFor(async () => expect(await stored()).toEqual([{ note: 'Leave it at the back door' }]))
})
