/** Ordering: from an order list into a cart or a staged order, and from there to an order, with and without a network. */
import { TODAY } from '../factories/zone.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { refusePushes, sentIn } from './floor.ts'
import { DESK, expect, keepWholeApp, SENT, shared as test, signIn, type Server } from './larder.ts'
import {
  button,
  choose,
  customers,
  fill,
  lastOrder,
  lines,
  meanIt,
  more,
  offeredTo,
  takeCustomer,
} from './ordering.ts'

test.describe.configure({ mode: 'default' })

const cartButton = (page: Page) => page.getByRole('button', { name: /^Cart(,|$)/ }).first()
const total = (page: Page) => page.getByText(/^Total: \$/)
const dayOf = async (server: Server, days: number) =>
  (await server.query<{ day: string }>(`select (${TODAY} + $1::int)::text as day`, [days]))[0]!.day

test('A001 A017 A032 A069 A070 A072 A074 A188 B053 C031 a chef orders from the own list with a thumb', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh()
  await signIn(page, 'chef')
  const offered = await offeredTo(sharedServer, 'chef')
  await page.goto('/orders/add')
  await expect(customers(page)).toHaveValue(/^chef · /)
  const first = page.getByRole('region', { name: 'Meat' })
  await expect(first.getByRole('listitem').first()).toContainText(offered[0]!.name)
  await expect(first.getByRole('listitem').first()).toContainText(`$${offered[0]!.price}`)
  // A032: the ways to a product's page are the office's.
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0)
  // A069: no other layout is offered on a phone.
  await expect(page.getByRole('radiogroup', { name: 'Layout' })).toHaveCount(0)
  await expect(total(page)).toHaveText('Total: $0.00')
  await expect(page.getByRole('button', { name: 'Cart', exact: true }).last()).toHaveAttribute(
    'aria-disabled',
  )
  await more(page).first().click()
  await more(page).first().click()
  const price = (2 * Number(offered[0]!.price)).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await expect(total(page)).toHaveText(`Total: $${price}`)
  await expect(page.getByTestId('cart-badge')).toHaveText('1')
  await page.getByRole('button', { name: 'Cart', exact: true }).last().click()
  await expect(page).toHaveURL('/cart')
  await expect(lines(page, 'cart')).toHaveCount(1)
  const panel = page.getByRole('complementary', { name: 'Total' })
  await expect(panel.getByRole('term')).toHaveText(['Subtotal', 'Refrigerated Delivery Fee', 'Grand Total'])
  await expect(panel.getByRole('definition').first()).toHaveText(`$${price}`)
  await expectAccessible(page, 'cart')
})

test('A344 B051 B052 B054 B055 B135 B136 B182 B225 B226 a cart is reviewed, confirmed and becomes an order for tomorrow', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const { username } = await takeCustomer(sharedServer)
  await page.goto('/orders/add')
  await choose(page, username)
  await fill(page, [0, 1])
  await page.goto('/cart')
  for (const step of ['1 Cart', '2 Details and Confirm']) await expect(button(page, step)).toBeVisible()
  await expect(lines(page, 'cart')).toHaveCount(2)
  const panel = page.getByRole('complementary', { name: 'Total' })
  for (const name of ['Confirm order', 'Save to Staged Order', 'Continue Shopping'])
    await expect(panel.getByRole('button', { name })).toBeVisible()
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname)
  })
  await button(page, 'Confirm order').click()
  await expect(page.getByLabel('Delivery date')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  await page.getByLabel('Note').fill('Ring twice')
  await expectAccessible(page, 'details', '#content')
  await button(page, 'Confirm order').click()
  const dialog = page.getByRole('dialog', { name: 'Place this order?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(posted).toEqual([])
  await button(page, 'Confirm order').click()
  await dialog.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL('/orders')
  const [today, tomorrow] = await Promise.all([dayOf(sharedServer, 0), dayOf(sharedServer, 1)])
  const order = await lastOrder(sharedServer, username)
  expect(order).toMatchObject({ items: 2, delivery: tomorrow, placed: today, note: 'Ring twice' })
  await expect(
    page
      .getByText(`#${order!.id}`)
      .or(page.getByText(String(order!.id), { exact: true }))
      .first(),
  ).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('Empty Cart', { exact: true })).toBeVisible()
  await expect(button(page, 'Confirm order')).toHaveAttribute('aria-disabled')
})

test('A002 A019 A032 A034 A065 A066 A067 A068 A071 A073 A184 A220 B005 B056 C036 C037 C038 C039 C042 C222 the office orders for anybody, each with a cart of their own', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const one = await takeCustomer(sharedServer)
  const other = await takeCustomer(sharedServer)
  await page.goto('/orders/add')
  await choose(page, one.username)
  await page.getByText('Order List', { exact: true }).click()
  const table = page.getByRole('table', { name: 'Order List', exact: true })
  await expect(table.getByRole('columnheader', { name: 'Unit price' })).toBeVisible()
  // A220: what is sold by the case only cannot be ordered by the unit.
  const [byCase] = (await offeredTo(sharedServer, one.username)).filter(
    (product) => product.unit_type === 'Case',
  )
  const row = page.getByRole('row', { name: new RegExp(byCase!.upc) })
  await expect(row.getByRole('textbox', { name: /^Units of/ })).toBeDisabled()
  await row.getByRole('textbox', { name: /^Cases of/ }).fill('3')
  await expect(page.getByTestId('cart-badge')).toHaveText('1')
  await page.getByText('Condensed', { exact: true }).click()
  await expect(table).toHaveCount(0)
  await page.getByText('Cards', { exact: true }).click()
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toHaveAttribute(
    'href',
    /^\/customer\/\d+\?orderlist=1$/,
  )
  await expect(page.getByRole('link', { name: `Edit ${byCase!.name}` }).first()).toHaveAttribute(
    'href',
    `/product/${byCase!.upc}`,
  )

  const all = await page.getByRole('listitem').count()
  await page.getByLabel('Search').fill(byCase!.upc.slice(-2))
  await page.getByLabel('Search').fill(byCase!.upc)
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'catalogue', '#content')
  // A071: two letters change nothing.
  await page.getByLabel('Search').fill(byCase!.upc.slice(0, 2))
  await page.getByLabel('Search').fill('')
  await expect(page.getByRole('listitem')).toHaveCount(all)

  await choose(page, other.username)
  const [theirs] = await offeredTo(sharedServer, other.username)
  await expect(page.getByRole('listitem').first()).toContainText(theirs!.name)
  await expect(page.getByTestId('cart-badge')).toHaveCount(0)
  await cartButton(page).click()
  const popup = page.getByRole('dialog', { name: 'Cart' })
  await expect(popup.getByText('Cart empty')).toBeVisible()
  await popup.getByRole('combobox', { name: 'Customer' }).fill(one.username)
  await page.getByRole('option', { name: new RegExp(`^${one.username} · `) }).click()
  await expect(popup.getByText(byCase!.name)).toBeVisible()
  await expect(popup.getByText('unit: N/A')).toBeVisible()
  await expect(popup.getByText(/^case: .*\$[\d,.]+.* × 3$/)).toBeVisible()
  await popup.getByRole('link', { name: 'View Cart' }).click()
  await expect(page).toHaveURL('/cart')
  await button(page, 'Remove all').click()
  await expect(page.getByText('Empty Cart', { exact: true })).toBeVisible()
  await button(page, 'Continue Shopping').click()
  await expect(page).toHaveURL('/orders/add')
  await button(page, 'Staged Order').click()
  await expect(page).toHaveURL('/cart?stagedOrder=1')
})

test('A003 A031 B050 B138 B139 B140 B141 B142 B143 B144 B145 B146 B181 B228 B253 a staged order is shared, changed and ordered', async ({
  fresh,
  as,
  sharedServer,
}) => {
  const customer = await takeCustomer(sharedServer)
  const staged = () =>
    sharedServer.query<{ units: number; cases: number }>(
      `select unit_quantity as units, case_quantity as cases from shared_cart_items
        where company_location_id = $1 and unit_quantity + case_quantity > 0 order by id`,
      [customer.location],
    )
  const page = await fresh({ viewport: DESK })
  await signIn(page, customer.username)
  await page.goto('/cart')
  await expect(button(page, 'Save to Staged Order')).toHaveAttribute('aria-disabled')
  await page.goto('/orders/add')
  await fill(page, [0, 1, 2])
  await page.goto('/cart')
  await expect(lines(page, 'cart')).toHaveCount(3)
  await button(page, 'Save to Staged Order').click()
  await expect(page.getByText('Empty Cart', { exact: true })).toBeVisible()
  await expect.poll(staged).toHaveLength(3)

  // Somebody else sees it and changes it.
  const office = await as('office', DESK)
  await meanIt(office)
  await office.goto('/cart?stagedOrder=1')
  await choose(office, customer.username)
  await expect(lines(office, 'staged order')).toHaveCount(3)
  const calls: string[] = []
  office.on('request', (request) => {
    if (!request.url().endsWith('sync/push')) return
    for (const { call, entity } of sentIn(request)) calls.push(`${call.method} ${entity}`)
  })
  const at = (n: number) => lines(office, 'staged order').nth(n)
  await at(0)
    .getByRole('button', { name: /^More / })
    .first()
    .click()
  await at(0)
    .getByRole('button', { name: /^More / })
    .first()
    .click()
  await at(2)
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(lines(office, 'staged order')).toHaveCount(2)
  // A second after the last press, and each by one call.
  await expect.poll(staged).toHaveLength(2)
  await expect.poll(() => calls.sort()).toEqual(['DELETE sharedcartitems', 'PATCH sharedcartitems'])
  await at(1)
    .getByRole('button', { name: /^Fewer / })
    .first()
    .click()
  await expect(lines(office, 'staged order')).toHaveCount(1)
  await expect.poll(staged).toHaveLength(1)

  await page.goto('/cart?stagedOrder=1')
  await expect(lines(page, 'staged order')).toHaveCount(1)
  await expect(lines(page, 'staged order').getByRole('textbox').first()).toHaveValue('3')
  await button(page, 'Confirm order').click()
  await button(page, 'Confirm order').click()
  const before = (await lastOrder(sharedServer, customer.username))?.id ?? 0
  await page.route('**/api/sharedcartclear/', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Not now."}' }),
  )
  const dialog = page.getByRole('dialog', { name: 'Place this order?' })
  await dialog.getByRole('button', { name: 'Place order' }).click()
  await expect(dialog.getByRole('alert')).toContainText('There was an issue trying to clear the items')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL('/orders')
  expect(await staged()).toEqual([])
  // It is ordered once, although clearing it took two presses.
  const orders = await sharedServer.query(
    `select from orders o join users u on u.id = o.customer_id where u.username = $1 and o.id > $2`,
    [customer.username, before],
  )
  expect(orders).toHaveLength(1)
})

test('B137 B251 B252 B265 what fails says why and keeps the cart', async ({ as, sharedServer }) => {
  const page = await as('office', DESK)
  const { username } = await takeCustomer(sharedServer)
  await page.goto('/orders/add')
  await choose(page, username)
  await fill(page, [0, 1])
  await page.goto('/cart')
  await expect(lines(page, 'cart')).toHaveCount(2)
  await refusePushes(page, { message: 'Not now.' })
  await button(page, 'Save to Staged Order').click()
  const problem = page.getByRole('alert')
  await expect(problem).toHaveText(/There was an issue saving items to the staged order\s+\S+: Not now\./)
  await expect(lines(page, 'cart')).toHaveCount(2)
  await page.unrouteAll()

  const [, second] = await offeredTo(sharedServer, username)
  await button(page, 'Confirm order').click()
  await button(page, 'Confirm order').click()
  const dialog = page.getByRole('dialog', { name: 'Place this order?' })
  await expect(dialog).toBeVisible()
  // Earlier, and the cart may have heard of it and say so before anybody is asked.
  await sharedServer.query('update products set active = false where upc = $1', [second!.upc])
  try {
    await dialog.getByRole('button', { name: 'Place order' }).click()
    await expect(dialog.getByRole('alert')).toContainText('There was an issue saving the order')
    await expect(dialog.getByRole('alert')).toContainText(
      `${second!.name} (${second!.upc}) is not sold any more`,
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/cart')
    await expect(lines(page, 'cart')).toHaveCount(2)
    await page.goto('/orders')
    await expect(page.getByRole('region', { name: 'Orders that wait to be sent' })).toHaveCount(0)
  } finally {
    await sharedServer.query('update products set active = true where upc = $1', [second!.upc])
  }
})

test('A143 what a chef orders without a network, from the list and again, waits, survives a reload, and arrives once', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh({ serviceWorker: true })
  await signIn(page, 'chef')
  await keepWholeApp(page)
  // The usual list comes without being opened.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const answerOf = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
        const all = await indexedDB.databases()
        const db = await answerOf(
          indexedDB.open(all.find(({ name }) => /^larder-\d+$/.test(name ?? ''))!.name!),
        )
        const count = await answerOf(db.transaction('prices').objectStore('prices').count())
        db.close()
        return count > 0
      }),
    )
    .toBe(true)
  const before = (await lastOrder(sharedServer, 'chef'))?.id ?? 0
  await page.context().setOffline(true)
  await page.goto('/orders/add')
  await fill(page, [0, 1])
  await page.goto('/cart')
  await expect(lines(page, 'cart')).toHaveCount(2)
  await button(page, 'Confirm order').click()
  await button(page, 'Confirm order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL('/orders')
  const waiting = page.getByRole('region', { name: 'Orders that wait to be sent' })
  await expect(waiting).toContainText('1 order to be sent.')
  // The usual order in two taps, from what the device holds.
  await page.getByRole('button', { name: /^Order again/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click()
  await expect(waiting).toContainText('2 orders to be sent.')
  await page.reload()
  await expect(waiting).toContainText('2 products for $')
  await page.context().setOffline(false)
  await expect(waiting).toHaveCount(0, SENT)
  const made = await sharedServer.query<{ items: number }>(
    `select o.items_count as items from orders o join users u on u.id = o.customer_id
      where u.username = 'chef' and o.id > $1 order by o.id`,
    [before],
  )
  expect(made).toHaveLength(2)
  expect(made[0]).toEqual({ items: 2 })
})

test('A075 A076 A077 B212 B213 the list says that it loads, that there is none, and that a category is empty', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const none = await takeCustomer(sharedServer)
  const empty = await takeCustomer(sharedServer)
  let answer: (body: unknown) => void = () => undefined
  const asked: string[] = []
  const ofTheirs = new RegExp(`company_id=(${none.company}|${empty.company})$`)
  const theirs = () => asked.filter((path) => ofTheirs.test(path))
  await page.route(/\/api\/orderlist/, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    asked.push(pathname + search)
    if (pathname.endsWith('orderlistprices')) return route.fulfill({ json: [] })
    // Whose list was open before on this device is asked for as well.
    if (!ofTheirs.test(search)) return route.continue()
    const body = await new Promise((resolve) => (answer = resolve))
    return route.fulfill({ json: body })
  })
  await page.goto('/orders/add')
  await choose(page, none.username)
  await expect(page.getByText('Loading OrderList ...')).toBeVisible()
  await expect.poll(theirs).toEqual([`/api/orderlists?no_page=1&visible=True&company_id=${none.company}`])
  answer([])
  await expect(page.getByText('There are no OrderList assigned to this customer')).toBeVisible()
  await choose(page, empty.username)
  await expect.poll(() => theirs().length).toBe(2)
  answer([
    {
      id: 7,
      public_name: '',
      company_location: empty.location,
      company_location_name: 'Kitchen',
      active: true,
      visible: true,
      categories: [{ category_name: 'Nothing yet', rows: [] }],
    },
  ])
  await expect(page.getByRole('region', { name: 'Nothing yet' })).toContainText(
    'There are no products assigned to this category',
  )
  await expect.poll(() => asked).toContain('/api/orderlistprices?no_page=1&order_list=7')
})

test('customers that did not come are said to be missing, and are asked for again', async ({
  complaints,
  fresh,
}) => {
  const page = await fresh({ viewport: DESK })
  await signIn(page, 'sales')
  void complaints.expect(/The users list did not come: Not now\./)
  await page.route('**/api/users?*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Not now."}' }),
  )
  await page.goto('/orders/add')
  await expect(page.getByRole('alert')).toHaveText(/The customers did not come\.\s+Not now\./)
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await expect(page.getByText('The customers are not on this device yet.')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Try again').click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
})
