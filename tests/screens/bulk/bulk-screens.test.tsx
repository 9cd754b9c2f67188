/** The five bulk screens: how each is reached, which days and orders it begins with, and what it asks of the server. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { dayIn, nextBusinessDay } from '#contract/day.ts'
import { DOCUMENTED_ORDER } from '#contract/testing/documented-order.ts'
import { makeItem } from '../../factories/business.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { address, fill, findButton, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'
import {
  chooseDay,
  downloads,
  failures,
  isoOf,
  makeDay,
  makeInvoiced,
  pdfsAtOnce,
  says,
  tick,
} from './bulk.ts'

const SCREENS = [
  ['Print Picklists', '/printPicklists'],
  ['Merge Orders', '/mergeOrders'],
  ['Generate Invoices', '/generateInvoices'],
  ['Email Invoices', '/emailInvoices'],
  ['Export Invoices', '/exportInvoices'],
] as const
/** The heading of a screen, by the name of its tab. */
const findHeading = (tab: string) =>
  screen.findByRole('heading', { level: 1, name: tab === 'Generate Invoices' ? `Bulk ${tab}` : tab })

const usOf = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`
const today = () => dayIn(ZONE, new Date())
const findBox = (id: number) => findField(`Choose ${id}`)
/** The days that this seat has asked for, of orders and of invoices, as the query says them. */
const askedDays = ({ network }: Seat) =>
  network.calls
    .filter(({ path, query }) => /^(orders|invoices)$/.test(path) && query.has('start_date'))
    .map(({ query }) => [query.get('start_date'), query.get('end_date')])
/** Why a button of the screen cannot be pressed. */
const reason = async (name: string) => {
  const button = await findButton(name)
  return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
}

it('B076 C017 C132 five tabs lead to the five bulk screens, and the open one is marked', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/printPicklists')
  for (const [name, path] of SCREENS) {
    const tabs = () => within(screen.getByRole('navigation', { name: 'Order Management' }))
    await userEvent.click(await screen.findByRole('link', { name }))
    await findHeading(name)
    expect(address()).toBe(path)
    expect(
      tabs()
        .getAllByRole('link')
        .map((tab) => [tab.textContent, tab.getAttribute('href')]),
    ).toEqual(SCREENS)
    expect(tabs().getByRole('link', { current: 'page' }).textContent).toBe(name)
  }
})

it('B267 B269 B270 C398 the days of tickets and invoices begin with today, and read MM/dd/yyyy', async (larder) => {
  const office = await larder.sit('office')
  for (const [name, path] of SCREENS.filter(([name]) => name !== 'Merge Orders')) {
    await office.open(path)
    await waitFor(async () => expect((await findField('Delivery date')).value, name).toBe(usOf(today())))
    await waitFor(() => expect(askedDays(office).at(-1), name).toEqual([today(), today()]))
  }
})

it('B237 C402 another day is fetched at once, as YYYY-MM-DD and as both ends', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/printPicklists')
  for (const [name, label] of SCREENS.map(
    ([name]) => [name, name === 'Merge Orders' ? 'Delivery start date' : 'Delivery date'] as const,
  )) {
    await userEvent.click(await screen.findByRole('link', { name }))
    await findHeading(name)
    await userEvent.click(await findField(label))
    await chooseDay(label, '3/15/2024')
    expect((await findField(label)).value, name).toBe('03/15/2024')
    if (name === 'Merge Orders') await chooseDay('Delivery end date', '3/15/2024')
    await waitFor(() => expect(askedDays(office).at(-1), name).toEqual(['2024-03-15', '2024-03-15']))
  }
})

it('B079 B080 B238 C134 tickets are made of the orders that a person chooses; none is chosen before', async (larder) => {
  const jobs = pdfsAtOnce()
  const files = downloads()
  const { day, ids } = await makeDay(larder.pool, 2)
  const office = await larder.sit('office')
  await office.open('/printPicklists')
  await chooseDay('Delivery date', day)
  for (const id of ids) expect((await findBox(id)).checked).toBe(false)
  expect(isEnabled(await findButton('Print Picklists'))).toBe(false)
  expect(await reason('Print Picklists')).toBe('Choose at least one order.')
  await tick(ids[1]!)
  await press('Print Picklists')
  await press('Confirm', await screen.findByRole('dialog'))
  await says(`The delivery tickets are in picklists-${isoOf(day)}.pdf.`)
  expect(files).toHaveLength(1)
  expect(jobs).toMatchObject([{ tickets: [{ order: { id: ids[1] } }] }])
})

it('B239 C314 the tickets’ orders are fetched with their addresses, those of invoices without', async (larder) => {
  const office = await larder.sit('office')
  const queries = () =>
    office.network.calls.filter(({ path, query }) => path === 'orders' && query.has('start_date'))
  const plain = `no_page=1&start_date=${today()}&end_date=${today()}`
  await office.open('/generateInvoices')
  await waitFor(() => expect(queries().map(({ query }) => `${query}`)).toContain(plain))
  expect(queries().filter(({ query }) => query.has('include_company_location_addresses'))).toEqual([])
  await office.open('/printPicklists')
  await waitFor(() =>
    expect(queries().map(({ query }) => `${query}`)).toContain(
      `${plain}&include_company_location_addresses=True`,
    ),
  )
})

it('failed tickets are reported, the others are printed, and a retry prints all of them', async (larder) => {
  const jobs = pdfsAtOnce()
  downloads()
  const { day, ids } = await makeDay(larder.pool, 2)
  const [one, two] = ids as [number, number]
  const office = await larder.sit('office')
  const printAll = async () => {
    await press('Choose all')
    await press('Print Picklists')
    await press('Confirm', await screen.findByRole('dialog'))
  }
  await office.open('/printPicklists')
  await chooseDay('Delivery date', day)
  await findBox(one)
  const fill = office.network.answer(({ path }) => path === 'orderitems', [])
  await printAll()
  await screen.findByText('There are no items in the selected orders.')
  await press('Continue')
  await noDialog()
  expect((await findBox(one)).checked).toBe(false)
  fill()
  const mend = office.network.answer(
    ({ path, query }) => path === 'orderitems' && query.get('order') === String(two),
    { message: 'The disk is full.' },
    500,
  )
  await printAll()
  await screen.findByText(/The disk is full\./)
  await waitFor(() => expect(jobs).toMatchObject([{ tickets: [{ order: { id: one } }] }]))
  mend()
  await press('Retry failed (1)')
  await says(`The delivery tickets are in picklists-${isoOf(day)}.pdf.`)
  expect(jobs[1]).toMatchObject({ tickets: [{ order: { id: one } }, { order: { id: two } }] })
  const asked = office.network.calls
    .filter(({ path }) => path === 'orderitems')
    .map(({ query }) => `${query}`)
  expect(asked).toContain(`order=${one}&product_detail=True&no_page=1`)
})

it('B205 every signed-in person may open a bulk screen, and sees what they may not do there', async (larder) => {
  const picker = await larder.sit('picker')
  await picker.open('/generateInvoices')
  await findHeading('Generate Invoices')
  expect(await reason('Generate Invoices')).toBe('Only the office may invoice orders.')
})

it('without the server a bulk screen says so and keeps the selection', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 1)
  const office = await larder.sit('office')
  await office.open('/printPicklists')
  await chooseDay('Delivery date', day)
  await tick(ids[0]!)
  office.goOffline()
  await screen.findByText('The server is not in reach: this is what it last said.')
  await waitFor(async () => expect(await reason('Print Picklists')).toMatch(/needs the server/))
  office.goOnline()
  await waitFor(async () => expect(await reason('Print Picklists')).toBe(''))
  expect((await findBox(ids[0]!)).checked).toBe(true)
})

it('B078 B185 C136 only invoiced orders are offered for export, and the export needs a selection', async (larder) => {
  const office = await larder.sit('office')
  const { day, ids } = await makeInvoiced(larder, office, 3)
  const [also, other, open] = ids as [number, number, number]
  await larder.server.call(office.person.username, 'POST', `orders/${open}/unlock`)
  await larder.pool.query('update orders set total = 9 where id = $1', [also])
  await office.open('/exportInvoices')
  await chooseDay('Delivery date', day)
  // The export has the invoice, and not the estimate of its order.
  expect((await findBox(also)).closest('tr')!.textContent).toMatch(/1 of 15\.00$/)
  expect(screen.queryByLabelText(`Choose ${open}`)).toBeNull()
  expect(await reason('Export Invoices')).toBe('Choose at least one order.')
  // Choosing all leaves out the orders that the search hides.
  await fill('Search', String(also))
  await press('Choose all 1 on show')
  await fill('Search', '')
  expect([(await findBox(also)).checked, (await findBox(other)).checked]).toEqual([true, false])
  await press('Choose all')
  expect((await findBox(other)).checked).toBe(true)
  await waitFor(async () => expect(isEnabled(await findButton('Export Invoices'))).toBe(true))
})

it('B268 C399 the days of a merge begin with the next business day', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/mergeOrders')
  const next = usOf(nextBusinessDay(today()))
  for (const label of ['Delivery start date', 'Delivery end date'])
    await waitFor(async () => expect((await findField(label)).value).toBe(next))
})

it('B156 B186 C187 C267 only fully picked orders without an invoice are preselected, and an empty selection is refused', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 4)
  const [ready, invoiced, open, nothing] = ids as [number, number, number, number]
  await makeItem(larder.pool, { order_id: open })
  // Readings, "Nothing delivered": it is done, and there is nothing to bill.
  await larder.pool.query(
    'update order_items set unit_quantity = 0, final_price = 0, picked = false, out_of_stock = true where order_id = $1',
    [nothing],
  )
  await larder.pool.query('update orders set picked_total = 0 where id = $1', [nothing])
  const office = await larder.sit('office')
  await larder.server.call(office.person.username, 'POST', `orders/${invoiced}/generateinvoice`)
  await office.open('/generateInvoices')
  await chooseDay('Delivery date', day)
  await waitFor(async () => expect((await findBox(ready)).checked).toBe(true))
  for (const other of [invoiced, open, nothing]) expect((await findBox(other)).checked).toBe(false)
  expect(isEnabled(await findBox(invoiced))).toBe(false)
  const says = async (id: number) => (await findBox(id)).closest('tr')!.textContent
  expect(await says(ready)).toContain('Picked complete, not invoiced')
  expect(await says(invoiced)).toContain('Invoiced')
  expect(await says(open)).toContain('Not picked complete')
  expect(await says(nothing)).toContain('Picked complete, not invoiced')
  await tick(ready)
  await waitFor(async () => expect(await reason('Generate Invoices')).toBe('Choose at least one order.'))
})

it('B243 orders of documented fields alone are listed and chosen, and Generate does not ask about their lines', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('GET', 'orders'), [DOCUMENTED_ORDER])
  await office.open('/generateInvoices')
  await tick(DOCUMENTED_ORDER.id)
  const row = (await findBox(DOCUMENTED_ORDER.id)).closest('tr')!
  expect(row.textContent).toBe('41Slip 9lenaNot picked complete–12.50')
  await press('Generate Invoices')
  const dialog = await findDialog('Generate these invoices?')
  within(dialog).getByText(/^1 order for /)
  expect(within(dialog).queryByRole('list')).toBeNull()
})

it('C133 an invoice that cannot be made is reported, and the others are made by a call without a body', async (larder) => {
  const { day, ids } = await makeDay(larder.pool, 2)
  const [ready, also] = ids as [number, number]
  const office = await larder.sit('office')
  await office.open('/generateInvoices')
  await chooseDay('Delivery date', day)
  await screen.findByText('2 chosen')
  const made = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path.endsWith('generateinvoice')
  const mend = office.network.answer(
    (call) => made(call) && call.path.includes(`/${also}/`),
    { message: 'A lot code is missing.' },
    409,
  )
  await press('Generate Invoices')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('2 orders')
  await press('Confirm', dialog)
  await screen.findByRole('heading', { level: 3, name: 'There was an error while generating the invoice' })
  expect(await failures()).toEqual([`Order ${also} A lot code is missing.`])
  mend()
  await press('Continue')
  await noDialog()
  await screen.findByText('1 chosen')
  await press('Generate Invoices')
  await press('Confirm', await screen.findByRole('dialog'))
  await says('The invoices were generated successfully.')
  const calls = office.network.calls.filter(made)
  expect(calls.map(({ path, body }) => [path, body])).toEqual(
    [ready, also, also].map((id) => [`orders/${id}/generateinvoice`, undefined]),
  )
})
