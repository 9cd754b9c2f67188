/** The orders list: who sees what of it, and narrowing, sorting and paging it. */
import type pg from 'pg'
import { TODAY } from '../../factories/zone.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DOCUMENTED_ORDER } from '#contract/testing/documented-order.ts'
import { ORDER_LABELS } from '#contract/testing/order-labels.ts'
import { makeCompany, makeItem, makeLocation, makeOrder, makeOrders } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expectOnConsole } from '../console.ts'
import { downloads } from '../bulk/bulk.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { address, cells, choose, findTable, isAt, press, type Table } from '../reading.ts'

const FOR_STAFF = ['Invoice Total', 'Picking Complete']

const range = () => screen.getByRole('navigation', { name: 'Orders pages' }).querySelector('[aria-live]')!
const showsRange = (text: string | RegExp) => waitFor(() => expect(range().textContent).toMatch(text))
const listed = () => findTable('Orders')
/** The list as soon as it shows this order. */
async function listedWith(order: number): Promise<Table> {
  await screen.findByRole('link', { name: `Edit order ${order}` })
  return listed()
}
const ids = (table: Table) => table.column('Order ID').map(Number)

const countOrders = async (pool: pg.Pool, where = 'true') =>
  (await pool.query<{ count: number }>(`select count(*)::int from orders where ${where}`)).rows[0]!.count

it('A037 A248 A250 each role sees its columns', async (larder) => {
  for (const [role, isStaff, pays] of [
    ['office', true, true],
    ['foreman', true, false],
    ['buyer', false, true],
    ['customer', false, false],
  ] as const) {
    const seat = await larder.sit(role, { can_see_payments_column: pays })
    await seat.open('/orders')
    await waitFor(async () =>
      expect((await listed()).labels, role).toEqual([
        ...ORDER_LABELS.filter((label) =>
          label === 'Paid Status' ? pays : isStaff || !FOR_STAFF.includes(label),
        ),
        // After the ten of A037.
        ...(isStaff ? ['Picker'] : []),
      ]),
    )
  }
})

it('A038 A249 a row shows the name of the location, the words of the status and the raw total', async (larder) => {
  const location = await makeLocation(larder.pool, { name: 'The Back Door' })
  const order = await makeOrder(larder.pool, orderAt(location))
  await makeItem(larder.pool, { order_id: order.id, units_ordered: 500, estimated_price: '1234.50' })
  const office = await larder.sit('office')
  await larder.pool.query('update orders set customer_id = $2 where id = $1', [order.id, office.person.id])
  await office.open(`/orders?q=${order.id}`)
  const table = await listedWith(order.id)
  const shown = ORDER_LABELS.slice(0, 7).map((label) => table.column(label)[0])
  expect(shown.slice(0, 4)).toEqual([String(order.id), 'The Back Door', office.person.username, 'Placed'])
  expect(shown[6]).toBe('1,234.50')
})

it('B243 an order of documented fields alone is in the list, and its picking is not counted', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('GET', 'orders'), [DOCUMENTED_ORDER])
  await office.open('/orders')
  const table = await listedWith(DOCUMENTED_ORDER.id)
  const shown = ['Company', 'Username', 'Total Price', 'Picking Complete'].map((label) => table.column(label))
  expect(shown).toEqual([['Slip 9'], ['lena'], ['12.50'], ['No']])
})

it('A249 customers see what is invoiced, and Pending before', async (larder) => {
  const location = await makeLocation(larder.pool)
  const open = await makeOrder(larder.pool, { ...orderAt(location), total: '70.00' })
  const invoiced = await makeOrder(larder.pool, { ...orderAt(location), invoice_total: '81.25' })
  const buyer = await larder.sit('buyer', { company_id: location.company_id })
  await buyer.open('/orders')
  const table = await listedWith(open.id)
  const totals = table.column('Total Price')
  expect(new Map(ids(table).map((id, row) => [id, totals[row]]))).toEqual(
    new Map([
      [open.id, 'Pending'],
      [invoiced.id, '81.25'],
    ]),
  )
})

it('A004 A005 staff see every company, others only their own, and cannot open another one', async (larder) => {
  const own = await makeOrder(larder.pool)
  const other = await makeOrder(larder.pool)
  const office = await larder.sit('office')
  await office.open('/orders')
  expect(ids(await listedWith(own.id))).toContain(other.id)

  const buyer = await larder.sit('buyer', { company_id: own.company_id })
  await buyer.open('/orders')
  expect(ids(await listedWith(own.id))).toEqual([own.id])
  await buyer.open(`/order/${other.id}`)
  await isAt('/orders')
})

it('A018 A021 everybody has the links to a new order, and staff the link to the pick list', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/')
  await userEvent.click(await screen.findByRole('link', { name: 'Pick List' }))
  await isAt('/orders/picklist')
  const buyer = await larder.sit('buyer')
  await buyer.open('/orders')
  await listed()
  expect(screen.queryByRole('link', { name: 'Pick List' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Create Orders' }))
  await isAt('/orders/add')
})

it('a picker continues the order that was scanned last, and cannot place one', async (larder) => {
  const order = await makeOrder(larder.pool)
  for (const picked of [true, false]) await makeItem(larder.pool, { order_id: order.id, picked })
  const picker = await larder.sit('picker')
  await picker.open(`/order/${order.id}`)
  await press('Scan')
  await screen.findByRole('list', { name: 'Items' })
  await picker.open('/orders')
  const create = await screen.findByRole('button', { name: 'Create Orders' })
  expect(create.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(await screen.findByRole('link', { name: `Continue order ${order.id}, 1 of 2` }))
  await isAt('/scan?from=order')
  await screen.findByRole('list', { name: 'Items' })
})

it('A039 a header sorts all pages by its column, and reverses the order when it is pressed again', async (larder) => {
  const buyer = await larder.sit('buyer', await makeOrders(larder.pool, 130))
  await buyer.open('/orders')
  await showsRange('1–100 of 130')
  const header = (await listed()).header('Order ID')
  for (const [sort, up] of [
    ['ascending', 1],
    ['descending', -1],
  ] as const) {
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe(sort))
    const all = await larder.pool.query<{ id: number }>('select id from orders where company_id = $1', [
      buyer.person.company_id,
    ])
    const wanted = all.rows.map(({ id }) => id).toSorted((a, b) => up * (a - b))
    await waitFor(async () => expect(ids(await listed())).toEqual(wanted.slice(0, 100)))
  }
})

it('A040 the search narrows the list to the rows with the text', async (larder) => {
  const company_id = await makeCompany(larder.pool)
  const kitchen = await makeLocation(larder.pool, { company_id, name: 'Kitchen' })
  const bar = await makeLocation(larder.pool, { company_id, name: 'Bar' })
  for (const location of [kitchen, bar, kitchen]) await makeOrder(larder.pool, orderAt(location))
  const buyer = await larder.sit('buyer', { company_id })
  await buyer.open('/orders')
  await showsRange(/ of 3$/)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'kitch')
  await showsRange(/ of 2$/)
  expect((await listed()).column('Company')).toEqual(['Kitchen', 'Kitchen'])
  expect(address()).toBe('/orders?q=kitch')
})

it('A041 A042 "Filter paid" is for staff and keeps the paid orders', async (larder) => {
  for (const paid_status of ['p', 'e', 'i', 'r', '']) await makeOrder(larder.pool, { paid_status })
  const paid = await countOrders(larder.pool, `paid_status in ('p', 'e')`)
  const total = await countOrders(larder.pool)
  const office = await larder.sit('office')
  await office.open('/orders')
  const onlyPaid = await screen.findByRole('switch', { name: 'Filter paid' })
  await showsRange(new RegExp(` of ${total}$`))
  await userEvent.click(onlyPaid)
  await showsRange(new RegExp(` of ${paid}$`))
  await userEvent.click(onlyPaid)
  await showsRange(new RegExp(` of ${total}$`))
  const buyer = await larder.sit('buyer')
  await buyer.open('/orders')
  await screen.findByText('No orders yet')
  expect(screen.queryByRole('switch')).toBeNull()
})

it('A039 A040 more orders than a page are searched, sorted and narrowed by the server, a page at a time', async (larder) => {
  const of = await makeOrders(larder.pool, 110)
  const roof = await makeLocation(larder.pool, { ...of, name: 'Zenith Roof' })
  const order = await makeOrder(larder.pool, { ...orderAt(roof), status: 'picking' })
  const buyer = await larder.sit('buyer', of)
  await buyer.open('/orders')
  await showsRange('1–100 of 111')
  const search = screen.getByRole('searchbox', { name: 'Search' })
  await userEvent.type(search, 'roof zenith')
  await showsRange('1–1 of 1')
  expect(ids(await listed())).toEqual([order.id])
  await userEvent.clear(search)
  await showsRange('1–100 of 111')
  await press('Company')
  await press('Company')
  await waitFor(async () => expect(ids(await listed())[0]).toBe(order.id))
  await choose('Status', 'Picking')
  await showsRange('1–1 of 1')
  await userEvent.type(search, 'nothing has this')
  await screen.findByText('No rows match. Change the search or the filter.')
  const asked = buyer.network.calls.filter(at('GET', 'orders')).map(({ query }) => query)
  expect(asked.filter((query) => query.has('no_page'))).toEqual([])
  expect(asked.filter((query) => query.get('ordering') === '-company')).not.toEqual([])
})

it('a search without an answer of the server says so, and is sent once more', async (larder) => {
  const of = await makeOrders(larder.pool, 110)
  const buyer = await larder.sit('buyer', of)
  await buyer.open('/orders')
  await showsRange('1–100 of 110')
  expectOnConsole(/^Table fetch failed:/)
  const heal = buyer.network.fail((call) => at('GET', 'orders')(call) && call.query.has('search'), 500)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'placed')
  const again = await screen.findByRole('button', { name: 'Try again' })
  heal()
  await userEvent.click(again)
  await showsRange('1–100 of 110')
  expect((await listed()).column('Status')[0]).toBe('Placed')
})

it('A013 A040 an export waits for every row that the search asks for', async (larder) => {
  const buyer = await larder.sit('buyer', await makeOrders(larder.pool, 110))
  const release = buyer.network.hold((call) => at('GET', 'orders')(call) && call.query.has('no_page'))
  await buyer.open('/orders?q=placed')
  const table = await screen.findByRole('table', { name: 'Orders' })
  const files = downloads()
  await within(table).findAllByRole('link')
  await press('Export csv')
  await screen.findByText('100 of 110 rows are here …')
  expect(files).toEqual([])
  release()
  await waitFor(() => expect(files).toHaveLength(1))
  expect((await files[0]!.text()).trim().split('\n')).toHaveLength(111)
})

it('A044 "Load all" fetches every order at once', async (larder) => {
  const buyer = await larder.sit('buyer', await makeOrders(larder.pool, 110))
  await buyer.open('/orders')
  await showsRange('1–100 of 110')
  await press('Load all')
  await showsRange('1–110 of 110')
  const asked = buyer.network.calls.filter(at('GET', 'orders')).map(({ query }) => String(query))
  expect(asked.at(-1)).toBe('no_page=1')
})

it('A045 A267 A339 A340 the pages, their sizes, and the calls that fetch them', async (larder) => {
  const buyer = await larder.sit('buyer', await makeOrders(larder.pool, 110))
  await buyer.open('/orders')
  await showsRange('1–100 of 110')
  const sizes = within(screen.getByLabelText('Rows per page')).getAllByRole('option')
  expect(sizes.map(({ textContent }) => textContent)).toEqual(['25 rows', '75 rows', '100 rows', '1000 rows'])
  const before = ids(await listed())
  await press('Next page')
  await showsRange('101–110 of 110')
  const after = ids(await listed())
  expect(new Set([...before, ...after]).size).toBe(110)
  await press('Previous page')
  await waitFor(async () => expect(ids(await listed())).toEqual(before))
  const asked = buyer.network.calls.filter(at('GET', 'orders')).map(({ query }) => String(query))
  expect(new Set(asked)).toEqual(new Set(['limit=100&offset=0', 'limit=100&offset=100']))
})

/** The distributor's day, and others around it, as the server has them. */
async function dayFrom(pool: pg.Pool, days: number): Promise<string> {
  const { rows } = await pool.query<{ day: string }>(`select (${TODAY} + $1::int)::text as day`, [days])
  return rows[0]!.day
}
const isChosen = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true'

it('the day chips narrow the list to the deliveries of that day, and are in the address', async (larder) => {
  const location = await makeLocation(larder.pool)
  const made: number[] = []
  for (const days of [0, 1, 40]) {
    const delivery_date = await dayFrom(larder.pool, days)
    made.push((await makeOrder(larder.pool, { ...orderAt(location), delivery_date })).id)
  }
  const buyer = await larder.sit('buyer', { company_id: location.company_id })
  const lists = (...wanted: number[]) =>
    waitFor(async () => expect(ids(await listed()).toSorted((a, b) => a - b)).toEqual(wanted))
  await buyer.open('/orders')
  await lists(...made)
  expect(isChosen('All')).toBe(true)
  await press('Today')
  await lists(made[0]!)
  expect(address()).toBe('/orders?day=today')
  await press('Tomorrow')
  await lists(made[1]!)
  const asked = buyer.network.calls.filter(at('GET', 'orders')).at(-1)!.query
  expect([asked.get('start_date'), asked.get('end_date')]).toEqual(
    Array(2).fill(await dayFrom(larder.pool, 1)),
  )
  await buyer.open('/orders?day=tomorrow')
  await lists(made[1]!)
  await press('All')
  await lists(...made)
})

it('a picker begins with the orders of today, and without the server too', async (larder) => {
  const location = await makeLocation(larder.pool)
  // Later than any other order here: the first of all.
  const [today, later] = [await dayFrom(larder.pool, 0), await dayFrom(larder.pool, 13)]
  const now = await makeOrder(larder.pool, { ...orderAt(location), delivery_date: today })
  const then = await makeOrder(larder.pool, { ...orderAt(location), delivery_date: later })
  const picker = await larder.sit('picker')
  await picker.open('/orders')
  await listedWith(now.id)
  expect(isChosen('Today')).toBe(true)
  expect(screen.queryByRole('link', { name: `Edit order ${then.id}` })).toBeNull()
  await picker.kept()
  picker.goOffline()
  await screen.findByText(/These are the orders that this device keeps/)
  await listedWith(now.id)
  expect(screen.queryByRole('link', { name: `Edit order ${then.id}` })).toBeNull()
  await press('All')
  await listedWith(then.id)
})

it('a status filters the orders, and the totals are of the listed ones', async (larder) => {
  const location = await makeLocation(larder.pool, { name: 'The Totals' })
  const at = orderAt(location)
  await makeOrder(larder.pool, { ...at, total: '10.00' })
  await makeOrder(larder.pool, { ...at, total: '20.50' })
  await makeOrder(larder.pool, { ...at, total: '500.00', invoiced: true, status: 'invoiced' })
  const office = await larder.sit('office')
  await office.open('/orders?q=the+totals')
  const total = async () => (await listed()).element.querySelector('tfoot')?.textContent
  await waitFor(async () => expect(await total()).toBe('Total530.50–'))
  await choose('Status', 'Placed')
  await waitFor(async () => expect(await total()).toBe('Total30.50–'))
  expect(address()).toBe('/orders?q=the+totals&status=placed')
})

it('A335 orders that cannot be fetched are a word on the console and a sign at the list, and no dialog', async (larder) => {
  const order = await makeOrder(larder.pool)
  const office = await larder.sit('office')
  const logged = expectOnConsole(/Table fetch failed:/)
  office.network.fail(at('GET', 'orders'))
  await office.open(`/orders?q=${order.id}`)
  await waitFor(() => expect(logged).not.toHaveLength(0))
  // The orders of the device are listed all the same.
  await listedWith(order.id)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('A046 the edit link opens the order', async (larder) => {
  const order = await makeOrder(larder.pool)
  const office = await larder.sit('office')
  await office.open(`/orders?q=${order.id}`)
  await userEvent.click(await screen.findByRole('link', { name: `Edit order ${order.id}` }))
  await screen.findByRole('heading', { name: `Order ${order.id}` })
  expect(address()).toBe(`/order/${order.id}`)
})

it('A047 A165 A166 A167 A168 A169 the paid status is a chip, and the link to the invoice when ready', async (larder) => {
  const location = await makeLocation(larder.pool)
  const wanted = [
    ['', 'plain', 'N/A'],
    ['p', 'ok', 'Paid'],
    ['e', 'ok', 'Paid externally'],
    ['i', 'info', 'Payment in progress'],
    ['r', 'act', 'Ready for payment'],
  ] as const
  const made: number[] = []
  for (const [paid_status] of wanted)
    made.push((await makeOrder(larder.pool, { ...orderAt(location), paid_status })).id)
  const buyer = await larder.sit('buyer', { company_id: location.company_id, can_see_payments_column: true })
  await buyer.open('/orders')
  const table = await listedWith(made[0]!)
  const rowOf = (order: number) => table.rows[ids(table).indexOf(order)]!
  const chips = made.map((order) => cells(rowOf(order)).at(-1)!.querySelector('[data-tone]'))
  expect(chips.map((chip) => [chip?.getAttribute('data-tone'), chip?.textContent])).toEqual(
    wanted.map(([, tone, words]) => [tone, words]),
  )
  expect(chips.map((chip) => chip?.closest('a') !== null)).toEqual([false, false, false, false, true])
  await userEvent.click(chips[4]!)
  await isAt(`/order/${made[4]}/invoice`)
})
