/** The back office from its drawer: what a link leads to, and in which form the server is asked. */
import { DESK, expect, shared as test } from '../larder.ts'

test.describe.configure({ mode: 'default', timeout: 180_000 })

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

/** C283: how the calls are written that these screens make when they are opened, as the customer's table has them. */
const READS = [
  /^(companylocations|users|products|warehouses|margintemplates|receipts|orders|orderlists)$/,
  /^(companylocations|users|products|itemcodes)\/[^/]+$/,
  /^productedit\/[^/]*$/,
  /^(itemcodes|surchargetemplates|productsbyorderlist|getlatestrdsyncdate|rdinvoicesummaries|missingitems)$/,
  // The table only writes it.
  /^warehousesmaps$/,
  /^(receiptformats|receiptlineheaders|receiptlineunittypemappings)$/,
  /^(orders|orderitems)\/$/,
  /^sync\/(changes|stream|digest|push|log)$/,
  // What was changed of an account; the customer's table has none of it (decision 0182).
  /^users\/[^/]+\/accountchanges$/,
]

const kindOf = (href: string): string => {
  const { pathname, search } = new URL(href, 'http://larder.test')
  const path = pathname
    .replace(/^\/(customer|user|warehouse|product|itemcodes)\/(?!add$|add\/)[^/]+/, '/$1/:id')
    .replace(/\/$/, '')
  return path === '/receiptDifference' ? path + search.replace('?action=receipt', '') : path
}

test('C001 C025 C283 C342 every activity of the back office is behind the drawer or a link below it', async ({
  as,
}) => {
  const page = await as('manager', DESK)
  const calls = new Set<string>()
  const tokens = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.add(pathname.slice('/api/'.length))
    tokens.add(request.headers()['authorization'] ?? `none with ${pathname}`)
  })
  const found = new Map<string, string>()
  await page.goto('/orders')
  await page.getByRole('button', { name: 'Menu' }).click()
  for (const [from, to] of Object.entries(WAYS)) {
    if (from !== 'drawer') await page.goto(found.get(from)!)
    const links = page.locator(from === 'drawer' ? 'nav[aria-label="Main"] a' : '#content a[href^="/"]')
    const kinds = async () => {
      const all = await links.evaluateAll((elements) => elements.map((one) => one.getAttribute('href')!))
      for (const href of all) if (!found.has(kindOf(href))) found.set(kindOf(href), href)
      return [...found.keys()]
    }
    await expect.poll(kinds, from).toEqual(expect.arrayContaining(to))
  }
  for (const kind of Object.values(WAYS).flat()) {
    // Within the open app: loading all of it anew for each takes longer than looking at it.
    await page.evaluate((to) => history.pushState({}, '', to), found.get(kind)!)
    await expect(page.getByRole('heading', { level: 1 }), kind).toBeVisible()
    await expect(page.locator('main [aria-busy=true], main .mantine-Skeleton-root'), kind).toHaveCount(0)
    await expect(page.getByText(/Permission denied|nothing at this address/)).toHaveCount(0)
  }
  expect([...calls].filter((path) => !READS.some((form) => form.test(path)))).toEqual([])
  expect([...tokens].filter((header) => !/^Bearer \S+$/.test(header))).toEqual([])
})
