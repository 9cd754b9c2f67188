/** The drawer: its entries, and where they lead. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { isAt } from '../reading.ts'
import { isWide } from '../wide.ts'

async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  // Until the person is known, the drawer has the entries that every user may see (C280).
  await screen.findByText(/^Signed in as/)
  await screen.findByRole('navigation', { name: 'Main' })
  return (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link')
}

it('a foreman’s drawer has the twelve entries, and a separate group of tools, which lead to their screens', async (larder) => {
  const foreman = await larder.sit('foreman')
  await foreman.open('/cart')
  const links = await openMenu()
  expect(links('Main')).toHaveLength(12)
  expect(links('Tools').map(({ textContent }) => textContent)).toEqual([
    'Scanner',
    'Recalls',
    'Figures',
    'Open balances',
    'Held payments',
    'Reconciliation',
    'Mail',
    'Devices',
  ])
  const tools = within(screen.getByRole('navigation', { name: 'Tools' })).getAllByRole('group')
  expect(tools.map((group) => group.getAttribute('aria-label'))).toEqual(['Floor', 'Money', 'Administration'])
  await userEvent.click(links('Tools')[7]!)
  await isAt('/devices')
  await screen.findByRole('heading', { level: 1, name: 'Devices' })
})

it('a buyer’s drawer has no tools', async (larder) => {
  const buyer = await larder.sit('buyer')
  await buyer.open('/cart')
  await openMenu()
  expect(screen.queryByRole('navigation', { name: 'Tools' })).toBeNull()
})

const ALL = [
  ['Orders', '/orders'],
  ['Inventory', '/inventory'],
  ['Item Codes', '/itemcodes'],
  ['Customer Location', '/customers'],
  ['Users', '/users'],
  ['Receipt Difference', '/receiptDifference'],
  ['Price Refresh', '/priceRefresh'],
  ['Order Management', '/printPicklists'],
  ['Reporting', '/reporting'],
  ['Setup', '/setup'],
  ['Orderlist Public', '/orderlistPublic'],
  ['Orderlist Prototype', '/orderlistPrototype'],
]
const entriesOf = (links: HTMLElement[]) => links.map((link) => [link.textContent, link.getAttribute('href')])

it('C035 C276 C279 staff have all twelve entries in their order', async (larder) => {
  const foreman = await larder.sit('foreman')
  await foreman.open('/cart')
  expect(entriesOf((await openMenu())('Main'))).toEqual(ALL)
})

it('C035 each entry leads to its screen, and the drawer of a phone closes', async (larder) => {
  isWide(390)
  const foreman = await larder.sit('foreman')
  await foreman.open('/cart')
  for (const [label, path] of ALL) {
    const links = await openMenu()
    await userEvent.click(links('Main').find(({ textContent }) => textContent === label)!)
    await isAt(path!)
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull())
    // The bar comes first. The head of a page counts as a banner here too.
    await waitFor(() => within(screen.getAllByRole('banner')[0]!).getByText(label!))
  }
})

it('C275 C278 C026 a picker has Orders and Inventory, and other typed addresses open as well', async (larder) => {
  const picker = await larder.sit('picker')
  await picker.open('/customers')
  await screen.findByRole('heading', { level: 1, name: 'Customer Location' })
  expect(entriesOf((await openMenu())('Main'))).toEqual(ALL.slice(0, 2))
})

it('C277 C026 a buyer has Orders alone, and other typed addresses open as well', async (larder) => {
  const buyer = await larder.sit('buyer')
  await buyer.open('/users')
  await screen.findByRole('heading', { level: 1, name: 'Users' })
  expect(entriesOf((await openMenu())('Main'))).toEqual(ALL.slice(0, 1))
})

it('C280 C281 C288 until the users list has answered, the drawer has only the entries that everybody may see', async (larder) => {
  const foreman = await larder.sit('foreman')
  const isAsked = at('GET', 'users')
  const release = foreman.network.hold(isAsked)
  await foreman.open('/cart')
  await waitFor(() => expect(foreman.network.calls.filter(isAsked)).not.toEqual([]))
  expect(foreman.network.calls.find(isAsked)!.query.toString()).toBe('no_page=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  const links = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  await screen.findByRole('navigation', { name: 'Main' })
  expect(entriesOf(links())).toEqual(ALL.slice(0, 1))
  release()
  await waitFor(() => expect(links()).toHaveLength(12))
})

it('entries that need the server are not in the drawer without it, and an open screen says so', async (larder) => {
  const foreman = await larder.sit('foreman')
  // The screen's orders are still on their way when the server goes.
  foreman.network.hold(({ path, query }) => path === 'orders' && query.has('start_date'))
  await foreman.open('/printPicklists')
  await screen.findByRole('heading', { name: 'Print Picklists' })
  const links = await openMenu()
  expect(entriesOf(links('Main'))).toEqual(ALL)
  foreman.goOffline()
  await screen.findByText('This screen needs the server, which is not in reach')
  await screen.findByRole('button', { name: /^Sync: Offline/ })
  await waitFor(() => expect(entriesOf(links('Main'))).toEqual(ALL.slice(0, 1)))
  foreman.goOnline()
  await waitFor(() => expect(entriesOf(links('Main'))).toEqual(ALL))
})
