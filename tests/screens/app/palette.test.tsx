/** The palette: found from anywhere, by what one knows of it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Dexie from 'dexie'
import { IDBIndex } from 'fake-indexeddb'
import { vi } from 'vitest'
import { openDatabase } from '#src/db/database.ts'
import { makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, isAt, noDialog } from '../reading.ts'

const openPalette = async () => {
  await screen.findByRole('button', { name: 'Menu' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox', { name: 'Search' })
}
const options = (group: string) => within(screen.getByRole('group', { name: group })).getAllByRole('option')
const marked = () =>
  within(screen.getByRole('listbox', { name: 'Found' })).getByRole('option', { selected: true }).textContent

it('Ctrl+K leads the office to an order, a customer, a product and a screen, by the keyboard alone', async (larder) => {
  const { pool } = larder
  const place = await makeLocation(pool, { name: 'Quay Bistro' })
  const order = await makeOrder(pool, { company_location_id: place.id, company_id: place.company_id })
  const { upc } = await makeProduct(pool, { name: 'Quayside Mussels' })
  const office = await larder.sit('office')
  await office.open('/sync')
  const field = await openPalette()
  await waitFor(() => expect(document.activeElement).toBe(field))
  await fill('Search', 'quay')
  await waitFor(() => expect(options('Products')).toHaveLength(1))
  expect(office.network.calls.filter(at('GET', 'search')).map(({ query }) => query.get('q'))).toEqual([
    'quay',
  ])
  expect(options('Customers').map(({ textContent }) => textContent)).toEqual(['Quay Bistro'])
  expect(marked()).toContain(`Order ${order.id}`)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(marked()).toContain(`Quayside Mussels`)
  expect(field.getAttribute('aria-activedescendant')).toBe(options('Products')[0]!.id)
  await userEvent.keyboard('{Enter}')
  await isAt(`/product/${upc}`)
  await noDialog()

  await openPalette()
  await fill('Search', 'quay bis')
  await waitFor(() => expect(options('Customers')).toHaveLength(1))
  await userEvent.click(options('Customers')[0]!)
  await isAt(`/customer/${place.id}`)

  await userEvent.type(await openPalette(), 'recall{Enter}')
  await isAt('/recalls')
})

it('a buyer is offered their own screens, and Escape closes the palette and leaves the menu shut', async (larder) => {
  const buyer = await larder.sit('buyer')
  await buyer.open('/sync')
  const field = await openPalette()
  // Until it is known who it is, there is what everybody may see (C280).
  await waitFor(() =>
    expect(options('Screens').map(({ textContent }) => textContent)).toEqual([
      'Orders',
      'Create Order',
      'Cart',
      'Sync',
    ]),
  )
  await userEvent.type(field, 'zzz')
  await screen.findByText('Nothing was found.')
  fireEvent.keyDown(field, { key: 'Escape' })
  await noDialog()
})

it('without the server the palette finds the orders that the device keeps, and does not mention others', async (larder) => {
  const { pool } = larder
  const place = await makeLocation(pool, { name: 'Harbor Deli' })
  const order = await makeOrder(pool, { company_location_id: place.id, company_id: place.company_id })
  const picker = await larder.sit('picker')
  await picker.open('/sync')
  await picker.kept()
  picker.goOffline()
  await userEvent.type(await openPalette(), 'deli')
  await waitFor(() => expect(options('Orders')[0]!.textContent).toContain(`Order ${order.id}`))
  await userEvent.keyboard('{Enter}')
  await isAt(`/order/${order.id}`)
})

it('Enter opens what was typed, and not a hit of the letters before it', async (larder) => {
  const { pool } = larder
  const place = await makeLocation(pool, { name: 'Pier Kitchen' })
  const other = await makeLocation(pool, { name: 'Pier Lantern' })
  const office = await larder.sit('office')
  await office.open('/sync')
  const field = await openPalette()
  await fill('Search', 'pier')
  await waitFor(() => expect(options('Customers')).toHaveLength(2))
  const first = marked()
  const wanted = first === place.name ? other : place
  const release = office.network.hold(at('GET', 'search'))
  await fill('Search', wanted.name)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.queryByRole('dialog')).not.toBeNull()
  release()
  await isAt(`/customer/${wanted.id}`)
  await noDialog()
})

it('Enter counts once: what is found after “Nothing was found.” is not opened by itself', async (larder) => {
  const { pool } = larder
  const place = await makeLocation(pool, { name: 'Wharf Deli' })
  const order = await makeOrder(pool, { company_location_id: place.id, company_id: place.company_id })
  const picker = await larder.sit('picker')
  await picker.open('/sync')
  await picker.kept()
  picker.network.answer(at('GET', 'search'), { orders: [], customers: [], products: [] })
  await userEvent.type(await openPalette(), 'wharf{Enter}')
  await screen.findByText('Nothing was found.')
  picker.goOffline()
  await waitFor(() => expect(options('Orders')[0]!.textContent).toContain(`Order ${order.id}`))
  expect(screen.queryByRole('dialog')).not.toBeNull()
  await userEvent.keyboard('{Enter}')
  await isAt(`/order/${order.id}`)
})

it('an arrow takes back an Enter that waits for the search', async (larder) => {
  const { pool } = larder
  await makeLocation(pool, { name: 'Mole Kitchen' })
  await makeLocation(pool, { name: 'Mole Lantern' })
  const office = await larder.sit('office')
  await office.open('/sync')
  const field = await openPalette()
  await fill('Search', 'mole')
  await waitFor(() => expect(options('Customers')).toHaveLength(2))
  const release = office.network.hold(at('GET', 'search'))
  await fill('Search', 'mole lantern')
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  release()
  await waitFor(() => expect(options('Customers')).toHaveLength(1))
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

it('without the server Enter waits until the device has searched for all that was typed', async (larder) => {
  const { pool } = larder
  const orderOf = async (name: string) => {
    const { id, company_id } = await makeLocation(pool, { name })
    return { name, id: (await makeOrder(pool, { company_location_id: id, company_id })).id }
  }
  const [bar, cafe] = [await orderOf('Slip Bar'), await orderOf('Slip Cafe')]
  const picker = await larder.sit('picker')
  await picker.open('/sync')
  await picker.kept()
  picker.goOffline()
  const field = await openPalette()
  await fill('Search', 'slip')
  await waitFor(() => expect(options('Orders')).toHaveLength(2))
  const wanted = marked().includes(`Order ${bar.id}`) ? cafe : bar
  // The device is slow: another window writes its orders.
  const db = openDatabase(picker.person.id)
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const writing = db.transaction('rw', db.orders, () => Dexie.waitFor(isReleased))
  const searched = vi.spyOn(IDBIndex.prototype, 'openCursor')
  await fill('Search', wanted.name)
  fireEvent.keyDown(field, { key: 'Enter' })
  // The search has begun, and waits for that window.
  await waitFor(() =>
    expect(searched.mock.contexts.map((index) => (index as IDBIndex).name)).toContain('delivery_date'),
  )
  searched.mockRestore()
  expect(screen.queryByRole('dialog')).not.toBeNull()
  release()
  await writing
  db.close()
  await isAt(`/order/${wanted.id}`)
})
