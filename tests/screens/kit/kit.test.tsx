/** What every screen is built of: lists that fail, wait and come back, the one dialog, where the focus is, what is remembered. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeLocation, makeOrder, makeOrders, makeProduct, makeUser } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import {
  address,
  choose,
  fill,
  findButton,
  findDialog,
  findField,
  findTable,
  hasButton,
  isAt,
  noDialog,
  press,
} from '../reading.ts'

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const hasFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

/** A lot that the office has recalled. */
async function recall({ server, pool }: Larder, { person }: Seat, lot_code: string): Promise<void> {
  const { upc } = await makeProduct(pool)
  const body = { product: upc, lot_code, note: 'Listeria' }
  expect((await server.call(person.username, 'POST', 'recalledlots', { body })).status).toBeLessThan(300)
}
const takeBack = (lot: string) => `Take back the recall of lot ${lot}`

it('a list that cannot be read shows the server’s message and not that it is away, and Try again reads it', async (larder) => {
  const foreman = await larder.sit('foreman')
  const logged = expectOnConsole(/Table fetch failed:/)
  const mend = foreman.network.fail(at('GET', 'devices'), 503)
  await foreman.open('/devices')
  await screen.findByText('The server answered 503.')
  expect(logged).toHaveLength(1)
  expect(screen.queryByText(/not in reach/)).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  const again = await findButton('Try again')
  mend()
  const release = foreman.network.hold(at('GET', 'devices'))
  await userEvent.click(again)
  // The button that asked stays, and so does the focus, until there is an answer.
  expect(document.activeElement).toBe(again)
  expect(again.isConnected).toBe(true)
  release()
  await findTable('Devices')
  expect(hasButton('Try again')).toBe(false)
})

it('a list that a busy server puts off is fetched again at the stated time, and shows no failure', async (larder) => {
  const foreman = await larder.sit('foreman')
  const isList = at('GET', 'devices')
  const mend = foreman.network.answer(isList, { message: 'Too busy.', code: 'busy' }, 503, {
    'retry-after': '0.05',
  })
  await foreman.open('/devices')
  await waitFor(() => expect(foreman.network.calls.filter(isList).length).toBeGreaterThan(1))
  mend()
  await findTable('Devices')
  expect(screen.queryByText('Too busy.')).toBeNull()
})

it('a failed read leaves the earlier rows', async (larder) => {
  const office = await larder.sit('office')
  await recall(larder, office, 'KEPT-1')
  await office.open('/recalls')
  await findButton(takeBack('KEPT-1'))
  expectOnConsole(/Table fetch failed:/)
  office.network.fail(at('GET', 'recalledlots'))
  await press(takeBack('KEPT-1'))
  await press('Take back', await findDialog('Take the recall back?'))
  await noDialog()
  await screen.findByText('The server answered 502.')
  await findButton(takeBack('KEPT-1'))
})

it('a list that needs the server says so without it, and loads by itself when it is back', async (larder) => {
  const foreman = await larder.sit('foreman')
  await foreman.open('/sync')
  await findButton('Devices')
  await foreman.kept()
  foreman.goOffline()
  await findButton(/Offline/)
  await press('Devices')
  await screen.findByText('This screen needs the server, which is not in reach')
  expect(screen.queryByRole('table')).toBeNull()
  foreman.goOnline()
  await findTable('Devices')
})

it('rows that were read stay without the server, and a note says that they may be old', async (larder) => {
  const office = await larder.sit('office')
  await recall(larder, office, 'OLD-1')
  await office.open('/recalls')
  await findButton(takeBack('OLD-1'))
  office.goOffline()
  await screen.findByText('The server is not in reach: this is what it last said.')
  screen.getByText('OLD-1')
  expect(hasButton(takeBack('OLD-1'))).toBe(false)
})

it('a question returns the focus to its button, and to the title when the button is gone', async (larder) => {
  const office = await larder.sit('office')
  await recall(larder, office, 'FOCUS-1')
  await office.open('/recalls')
  const opener = await findButton(takeBack('FOCUS-1'))
  const question = () => findDialog('Take the recall back?')

  await userEvent.click(opener)
  await press('Cancel', await question())
  await noDialog()
  await hasFocus(opener)

  await userEvent.keyboard('{Enter}')
  await question()
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await hasFocus(opener)

  await userEvent.click(opener)
  await press('Take back', await question())
  await noDialog()
  await waitFor(() => expect(hasButton(takeBack('FOCUS-1'))).toBe(false))
  await hasFocus(await title('Recalled lots'))
})

it('the dialog shows a failure under its heading, and Continue leaves everything unchanged', async (larder) => {
  const office = await larder.sit('office')
  await recall(larder, office, 'FAIL-1')
  await office.open('/recalls')
  const mend = office.network.fail(at('DELETE', /^recalledlots/))
  await press(takeBack('FAIL-1'))
  const dialog = await findDialog('Take the recall back?')
  await press('Take back', dialog)
  const alert = await within(dialog).findByRole('alert')
  within(alert).getByRole('heading', { name: 'The recall was not taken back' })
  within(alert).getByText('The server answered 502.')
  await hasFocus(await findButton('Continue', dialog))
  await press('Continue', dialog)
  await noDialog()
  await hasFocus(await findButton(takeBack('FAIL-1')))
  mend()
  await press(takeBack('FAIL-1'))
  await press('Take back', await findDialog('Take the recall back?'))
  await waitFor(() => expect(hasButton(takeBack('FAIL-1'))).toBe(false))
})

it('the button keeps the focus while it works, and a further press does nothing', async (larder) => {
  const office = await larder.sit('office')
  await recall(larder, office, 'BUSY-1')
  await office.open('/recalls')
  const release = office.network.hold(at('DELETE', /^recalledlots/))
  await press(takeBack('BUSY-1'))
  const dialog = await findDialog('Take the recall back?')
  const act = await findButton('Take back', dialog)
  await userEvent.click(act)
  await waitFor(() => expect(act.getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(act)
  await userEvent.click(act)
  release()
  await noDialog()
  expect(office.network.calls.filter(at('DELETE', /^recalledlots/))).toHaveLength(1)
})

it('a new screen begins at its title, which names the tab; the first one takes no focus', async (larder) => {
  const foreman = await larder.sit('foreman')
  await foreman.open('/sync')
  await title('Sync')
  expect(document.activeElement).toBe(document.body)
  await press('Devices')
  await hasFocus(await title('Devices'))
  expect(document.title).toBe('Devices – Larder')
})

it('an order’s number is in the tab’s title and at the end of the breadcrumb', async (larder) => {
  const order = await makeOrder(larder.pool)
  const office = await larder.sit('office')
  await office.open(`/orders?q=${order.id}`)
  await userEvent.click(await screen.findByRole('link', { name: `Edit order ${order.id}` }))
  await hasFocus(await title(`Order ${order.id}`))
  await waitFor(() => expect(document.title).toBe(`Order ${order.id} – Larder`))
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
  expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Orders',
    String(order.id),
  ])
  await userEvent.click(crumbs.getByRole('link', { name: 'Orders' }))
  await isAt('/orders')
})

it('one of the pages of one thing is marked as open, also where they differ in their query alone', async (larder) => {
  const office = await larder.sit('office')
  for (const [path, open] of [
    ['/receiptDifference', 'Receipt Difference'],
    ['/receiptDifference?action=viewer', 'Receipt Viewer'],
  ] as const) {
    await office.open(path)
    const tabs = within(await screen.findByRole('navigation', { name: 'Receipt pages' })).getAllByRole('link')
    const marked = tabs.filter((tab) => tab.getAttribute('aria-current') === 'page')
    expect(marked.map(({ textContent }) => textContent)).toEqual([open])
  }
})

it('columns that a person hides stay hidden for them, and are still searched', async (larder) => {
  const location = await makeLocation(larder.pool, { name: 'The Hidden Harbor' })
  const order = await makeOrder(larder.pool, orderAt(location))
  const office = await larder.sit('office')
  await office.open('/orders?q=hidden+harbor')
  await screen.findByRole('link', { name: `Edit order ${order.id}` })
  await press('Columns')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Company' }))
  await userEvent.click(await screen.findByRole('switch', { name: 'Compact rows' }))
  await waitFor(async () => expect((await findTable('Orders')).labels).not.toContain('Company'))
  await office.open('/orders?q=hidden+harbor')
  await screen.findByRole('link', { name: `Edit order ${order.id}` })
  const table = await findTable('Orders')
  expect(table.labels).not.toContain('Company')
  expect(table.element.closest('[data-density]')?.getAttribute('data-density')).toBe('compact')
})

it('keyboard in a list: / goes to its search, arrows from row to row, Enter opens one', async (larder) => {
  const location = await makeLocation(larder.pool)
  const orders = [
    await makeOrder(larder.pool, orderAt(location)),
    await makeOrder(larder.pool, orderAt(location)),
  ]
  const buyer = await larder.sit('buyer', { company_id: location.company_id })
  await buyer.open('/orders')
  await screen.findByRole('link', { name: `Edit order ${orders[0]!.id}` })
  const { rows } = await findTable('Orders')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(await findField('Search'))
  screen.getByRole('region', { name: 'Orders rows' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(rows[0])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(rows[1])
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/order\/\d+$/))
})

it('page and size of a list are in the address, and are the same after a reload', async (larder) => {
  const buyer = await larder.sit('buyer', await makeOrders(larder.pool, 60))
  const shows = (text: string) =>
    waitFor(() =>
      expect(
        screen.getByRole('navigation', { name: 'Orders pages' }).querySelector('[aria-live]')?.textContent,
      ).toBe(text),
    )
  await buyer.open('/orders')
  await shows('1–60 of 60')
  await choose('Rows per page', '25 rows')
  await shows('1–25 of 60')
  await press('Next page')
  await shows('26–50 of 60')
  await isAt('/orders?size=25&page=2')
  await buyer.open('/orders?page=3&size=25')
  await shows('51–60 of 60')
  // Rows may have gone since the address was written.
  await buyer.open('/orders?page=9&size=25')
  await shows('51–60 of 60')
})

it('answers of the server are kept on the device until the sign-out', async (larder) => {
  const office = await larder.sit('office')
  const key = `larder-kept-${office.person.id}`
  await office.open('/orders/add')
  await waitFor(() => expect(localStorage.getItem(key)).toContain('"customers"'))
  await press('Logout')
  await screen.findByLabelText('Username')
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
})

it('an answer that is kept for a day without a network survives the change that makes it stale', async (larder) => {
  const { id } = await makeUser(larder.pool, 'buyer', { first_name: 'Lena', last_name: 'Ortiz' })
  const office = await larder.sit('office')
  const kept = () => localStorage.getItem(`larder-kept-${office.person.id}`) ?? ''
  await office.open('/orders/add')
  await waitFor(() => expect(kept()).toContain('"customers"'))
  await office.open(`/user/${id}`)
  await findField('Email')
  await fill('Email', 'lena@example.com')
  await press('Save')
  await press('Confirm', await findDialog(/^Save user/))
  await screen.findByText('The user has been saved.')
  expect(kept()).toContain('"customers"')
})
