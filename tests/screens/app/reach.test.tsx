/** The back office from its drawer: where a link leads, and how the server is called. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeItem, makeOrder, makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'

/** C001: from where each activity of the area is reached, in an order in which every page is found before it is opened. */
const WAYS: Record<string, string[]> = {
  drawer: [
    '/inventory',
    '/itemcodes',
    '/customers',
    '/users',
    '/receiptDifference',
    '/priceRefresh',
    '/printPicklists',
    '/reporting',
    '/setup',
    '/orderlistPublic',
    '/orderlistPrototype',
  ],
  '/inventory': ['/inventory/bulk', '/product/add', '/product/:id'],
  '/product/:id': ['/product/:id/fees'],
  '/itemcodes': ['/itemcodes/:id'],
  '/customers': ['/customer/add', '/customer/:id'],
  '/customer/:id': ['/customer/:id/fees', '/customer/:id/orderlists'],
  '/users': ['/user/add', '/user/:id'],
  '/setup': ['/warehouses/add', '/warehouse/:id'],
  '/receiptDifference': [
    '/receipt/upload',
    '/receiptDifference?action=convert',
    '/receiptDifference?action=viewer',
  ],
}

/** C283: the calls that these screens make when they are opened, written as in the customer's table. */
const READS = [
  /^(companylocations|users|products|warehouses|margintemplates|receipts|orders|orderlists)$/,
  /^(companylocations|users|products|itemcodes)\/[^/]+$/,
  /^productedit\/[^/]*$/,
  /^(itemcodes|surchargetemplates|productsbyorderlist|getlatestrdsyncdate|rdinvoicesummaries|missingitems)$/,
  // The table has only the call that writes it.
  /^warehousesmaps$/,
  /^(receiptformats|receiptlineheaders|receiptlineunittypemappings)$/,
  /^(orders|orderitems)\/$/,
  /^sync\/(changes|stream|digest|push|log)$/,
  // The requests of customers about an order are above the orders (decision 0267).
  /^orderrequests$/,
  // The last days' figures are above a manager's orders (decision 0277).
  /^figures\/summary$/,
  // The facts that answer a customer's call, and the locations that have gone quiet (decision 0276).
  /^companylocations\/[^/]+\/glance$/,
  /^quietlocations$/,
  // The changes of an account. The customer's table has none of them (decision 0182).
  /^users\/[^/]+\/accountchanges$/,
  // The devices on which a person signs in (decision 0278).
  /^users\/[^/]+\/access$/,
]

const kindOf = (href: string): string => {
  const { pathname, search } = new URL(href, location.origin)
  const path = pathname
    .replace(/^\/(customer|user|warehouse|product|itemcodes)\/(?!add$|add\/)[^/]+/, '/$1/:id')
    .replace(/\/$/, '')
  return path === '/receiptDifference' ? path + search.replace('?action=receipt', '') : path
}

it('C001 C025 C283 C342 every activity of the back office is in the drawer or behind a link below it', async (larder) => {
  const { pool } = larder
  const order = await makeOrder(pool)
  await makeItem(pool, { order_id: order.id })
  await makeUser(pool, 'customer', { company_id: order.company_id })
  const manager = await larder.sit('manager')
  const { network } = manager
  const before = network.calls.length
  await manager.open('/orders')
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  const found = new Map<string, string>()
  // The test stays within the open app. Loading all of it again for each screen takes longer than the check.
  const goTo = (kind: string) => history.pushState({}, '', found.get(kind))
  const visited = new Set<string>()
  /** Waits until the screen has its heading and nothing of it is still on its way. */
  async function look(kind: string): Promise<void> {
    visited.add(kind)
    await waitFor(() => {
      expect(screen.queryAllByRole('heading', { level: 1 }), kind).not.toEqual([])
      expect(document.querySelector('main [aria-busy=true], main .mantine-Skeleton-root'), kind).toBeNull()
    })
    expect(screen.queryByText(/Permission denied|nothing at this address/), kind).toBeNull()
  }
  for (const [from, to] of Object.entries(WAYS)) {
    if (from !== 'drawer') {
      goTo(from)
      await look(from)
    }
    const place = () =>
      from === 'drawer'
        ? screen.getByRole('navigation', { name: 'Main' })
        : document.getElementById('content')!
    await waitFor(() => {
      for (const link of within(place()).getAllByRole('link')) {
        const href = link.getAttribute('href')!
        if (href.startsWith('/') && !found.has(kindOf(href))) found.set(kindOf(href), href)
      }
      expect([...found.keys()], from).toEqual(expect.arrayContaining(to))
    })
  }
  for (const kind of Object.values(WAYS).flat()) {
    if (visited.has(kind)) continue
    goTo(kind)
    await look(kind)
  }
  const calls = network.calls.slice(before)
  expect(calls.length).toBeGreaterThan(20)
  expect(calls.map(({ path }) => path).filter((path) => !READS.some((form) => form.test(path)))).toEqual([])
  expect(calls.filter(({ authorization }) => !/^Bearer \S+$/.test(authorization ?? ''))).toEqual([])
})
