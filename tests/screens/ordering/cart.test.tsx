/** From a list into the cart, and from there to an order: what a chef sees on the way, and what is sent. */
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { addDays, clockIn } from '#contract/day.ts'
import { placesOrder } from '#contract/orders/place.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { useDelivery } from '#features/ordering/checkout/use-delivery.ts'
import { showDay } from '#src/ui/format.ts'
import { makeLocation, makeOrderList, makeProduct, makeUser, type Pool } from '../../factories/business.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it, type Seat, type Sit } from '../larder.tsx'
import { at } from '../network.ts'
import {
  fill,
  findButton,
  findDialog,
  findField,
  isAt,
  isEnabled,
  noDialog,
  press,
  typeDay,
} from '../reading.ts'
import { isWide } from '../wide.ts'
import { chooseCustomer, goOnFromList, makeOilAndRice } from './ordering.ts'

const panel = () => screen.findByRole('complementary', { name: 'Total' })
const findTotal = (amount: string) => screen.findByText(`Total: $${amount}`)
const badge = () => screen.queryByTestId('cart-badge')?.textContent
/** Finds the button of the screen. The one in the bar opens the contents of the cart. */
const cartButton = async () => (await screen.findAllByRole('button', { name: 'Cart' })).at(-1)!

/** Opens the cart of a chef who has this many units of oil in it. */
async function atCart(pool: Pool, sit: Sit, units = 1) {
  const made = await makeOilAndRice(pool)
  const chef = await sit('customer', { company_id: made.location.company_id })
  await chef.open('/orders/add')
  await fill('Units of Olive Oil', String(units))
  await waitFor(() => expect(badge()).toBe('1'))
  await chef.open('/cart')
  await findField('Units of Olive Oil')
  return { ...made, chef }
}
/** Returns the edits that this seat has sent to place orders. */
const ordersOf = ({ network }: Seat) =>
  network.calls
    .filter(at('POST', 'sync/push'))
    .flatMap(({ body }) => (body as { mutations: Mutation[] }).mutations)
    .filter(placesOrder)

it('A017 A070 A188 a chef’s own list shows each product’s price by the unit and by the case, and counts into their cart', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool)
  const both = await makeProduct(pool, { name: 'Olive Oil' })
  await makeOrderList(pool, [both.upc], { company_location_id: location.id })
  const chef = await larder.sit('customer', { company_id: location.company_id })
  await chef.open('/orders/add')
  const { username } = chef.person
  const customer = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  await waitFor(() => expect(customer.value).toMatch(new RegExp(`^${username} · `)))
  const shelf = await screen.findByRole('region', { name: 'Pantry' })
  const product = await within(shelf).findByRole('listitem')
  for (const text of ['Olive Oil', '$2.50', '$24.00']) expect(product.textContent).toContain(text)
  // Only the office has links to a product's page.
  expect(screen.queryByRole('link', { name: /^Edit / })).toBeNull()
  await press('More units of Olive Oil')
  await press('More cases of Olive Oil')
  await findTotal('26.50')
  await waitFor(() => expect(badge()).toBe('1'))
})

it('A069 A072 A074 C031 on a phone the list is condensed; the total follows each change, and the first enables Cart', async (larder) => {
  isWide(390)
  const { location } = await makeOilAndRice(larder.pool)
  const chef = await larder.sit('customer', { company_id: location.company_id })
  await chef.open('/orders/add')
  await findTotal('0.00')
  // Cards are in columns.
  expect((await findField('Units of Olive Oil')).closest('ul')!.style.gridTemplateColumns).toBe('')
  expect(screen.queryByRole('radiogroup', { name: 'Layout' })).toBeNull()
  expect(isEnabled(await cartButton())).toBe(false)
  expect(badge()).toBeUndefined()
  await press('More units of Olive Oil')
  await findTotal('2.50')
  await press('More units of Olive Oil')
  await press('More units of Rice')
  await findTotal('7.50')
  await waitFor(() => expect(badge()).toBe('2'))
  await press('Fewer units of Rice')
  await findTotal('5.00')
  await waitFor(() => expect(badge()).toBe('1'))
  ;(await cartButton()).click()
  await isAt('/cart')
})

it('B053 the panel adds the delivery fee of a location that has a surcharge for fuel', async (larder) => {
  const { pool } = larder
  const { chef, location } = await atCart(pool, larder.sit, 2)
  const lines = async () =>
    [...(await panel()).querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ])
  await waitFor(async () => expect((await lines()).map(([, amount]) => amount)).toEqual(['$5.00']))
  await pool.query(
    `update company_locations set fuel_surcharge = true, refrigerated_delivery_fee = 12.5 where id = $1`,
    [location.id],
  )
  await chef.open('/cart')
  await waitFor(async () =>
    expect(await lines()).toEqual([
      ['Subtotal', '$5.00'],
      ['Refrigerated Delivery Fee', '$12.50'],
      ['Grand Total', '$17.50'],
    ]),
  )
})

it('A344 B051 B054 B055 a cart has two steps: its products, and its delivery day, which is tomorrow', async (larder) => {
  await atCart(larder.pool, larder.sit)
  for (const step of ['1 Cart', '2 Details and Confirm']) await findButton(step)
  for (const name of ['Confirm order', 'Save to Staged Order', 'Continue Shopping'])
    await findButton(name, await panel())
  await press('Confirm order')
  const tomorrow = addDays(clockIn(ZONE, new Date()).slice(0, 10), 1)
  expect((await findField('Delivery date')).value).toBe(showDay(tomorrow))
  await findButton('Confirm order', await panel())
  await press('Continue Shopping')
  await isAt('/orders/add')
})

it('what is chosen for the delivery stays while another product is added, and not for the order after it', async (larder) => {
  const { chef } = await atCart(larder.pool, larder.sit)
  const dayAfterTomorrow = addDays(clockIn(ZONE, new Date()).slice(0, 10), 2)
  await press('Confirm order')
  await fill('Note', 'Gate code 1234')
  await typeDay('Delivery date', showDay(dayAfterTomorrow))
  await press('Continue Shopping')
  await isAt('/orders/add')
  await press('More units of Rice')
  await goOnFromList()
  expect((await findField('Note')).value).toBe('Gate code 1234')
  expect((await findField('Delivery date')).value).toBe(showDay(dayAfterTomorrow))
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  await waitFor(() =>
    expect(ordersOf(chef).map(({ call }) => call.body)).toMatchObject([
      { note: 'Gate code 1234', delivery_date: dayAfterTomorrow },
    ]),
  )
  await chef.open('/orders/add')
  await press('More units of Rice')
  await goOnFromList()
  expect((await findField('Note')).value).toBe('')
  expect((await findField('Delivery date')).value).not.toBe(showDay(dayAfterTomorrow))
})

it('what is chosen for the delivery goes with the last product, also where another one is added on the same visit', () => {
  const usual = { location: 1, day: '2026-11-24', note: '' }
  const options = { name: '1/cart/2', usual, refused: undefined, locations: [1], today: '2026-11-23' }
  const first = { initialProps: { ...options, isEmpty: true } }
  const { result, rerender } = renderHook(useDelivery, first)
  act(() => result.current.deliver({ note: 'Gate code 4321', day: '2026-11-26' }))
  // The lines have come: until then there are none.
  rerender({ ...options, isEmpty: false })
  expect(result.current.delivery).toEqual({ ...usual, note: 'Gate code 4321', day: '2026-11-26' })
  rerender({ ...options, isEmpty: true })
  rerender({ ...options, isEmpty: false })
  expect(result.current.delivery).toEqual(usual)
})

it('B135 B136 B182 no order is placed before the answer; then the cart is empty, and cannot be ordered', async (larder) => {
  const { chef } = await atCart(larder.pool, larder.sit)
  await press('Confirm order')
  await press('Confirm order')
  await press('Cancel', await findDialog('Place this order?'))
  await noDialog()
  expect(ordersOf(chef)).toEqual([])
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  await waitFor(() => expect(ordersOf(chef)).toHaveLength(1))
  await chef.open('/cart')
  await screen.findByText('Empty Cart')
  expect(isEnabled(await findButton('Confirm order'))).toBe(false)
})

it('B225 B226 the call contains the customer, the day, the total and the products', async (larder) => {
  const { pool } = larder
  const { location, oil, rice } = await makeOilAndRice(pool)
  const chef = await makeUser(pool, 'customer', { company_id: location.company_id })
  const office = await larder.sit('office')
  await office.open('/orders/add')
  await chooseCustomer(chef.username)
  await fill('Units of Olive Oil', '2')
  await fill('Units of Rice', '1')
  await findTotal('7.50')
  await office.open('/cart')
  await press('Confirm order')
  await fill('Note', 'Ring twice')
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  const today = clockIn(ZONE, new Date()).slice(0, 10)
  const line = (upc: string, unit_quantity: number) =>
    expect.objectContaining({ product: upc, original_product: upc, unit_quantity, case_quantity: 0 })
  await waitFor(() => expect(ordersOf(office)).toHaveLength(1))
  expect(ordersOf(office)[0]!.call.body).toMatchObject({
    customer: chef.id,
    submitted_date: today,
    created_date: today,
    total: '7.50',
    order_items: expect.arrayContaining([line(oil.upc, 2), line(rice.upc, 1)]),
  })
  const made = async () => {
    const { rows } = await pool.query(
      'select items_count, note, delivery_date::text, placed_date::text from orders where company_location_id = $1',
      [location.id],
    )
    return rows as object[]
  }
  const order = { items_count: 2, note: 'Ring twice', delivery_date: addDays(today, 1), placed_date: today }
  await waitFor(async () => expect(await made()).toEqual([order]))
})

it('B100 B207 B232 a device without data fetches its locations, and once the products of a staged order', async (larder) => {
  const { pool } = larder
  const { location, oil, rice } = await makeOilAndRice(pool)
  await pool.query(
    `update company_locations set fuel_surcharge = true, refrigerated_delivery_fee = 23.45 where id = $1`,
    [location.id],
  )
  await pool.query(
    `insert into shared_cart_items (company_location_id, upc, unit_quantity, case_quantity)
     select $1, upc, 1, 0 from unnest($2::text[]) upc`,
    [location.id, [oil.upc, rice.upc]],
  )
  const chef = await larder.sit('customer', { company_id: location.company_id })
  const asked = (path: string) => chef.network.calls.filter(at('GET', path)).map(({ query }) => query)
  // The first pull does not end, and no list supplies its products.
  chef.network.hold(({ path }) => path === 'sync/changes')
  chef.network.answer(at('GET', 'orderlists'), [])
  await chef.open('/cart?stagedOrder=1')
  const list = await screen.findByRole('list', { name: 'Products in the staged order' })
  for (const name of ['Olive Oil', 'Rice']) await within(list).findByText(name)
  await waitFor(async () => expect((await panel()).textContent).toContain('$23.45'))
  expect(new Set(asked('companylocations').map(String))).toEqual(new Set(['no_page=1']))
  const places = asked('sharedcartitems').map((query) => query.get('company_location_id'))
  expect(new Set(places)).toEqual(new Set([String(location.id)]))
  const [products, ...more] = asked('products')
  expect(more).toEqual([])
  expect(products!.getAll('upc').toSorted()).toEqual([oil.upc, rice.upc].toSorted())
  products!.delete('upc')
  expect(Object.fromEntries(products!)).toEqual({
    include_inactive: 'true',
    include_nonprimary: 'true',
    no_page: '1',
  })
})
