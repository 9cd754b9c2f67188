/** The pick list generator: which orders, in which order and from where, and what it hands over. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addDays } from '#contract/day.ts'
import { DOCUMENTED_ORDER } from '#contract/testing/documented-order.ts'
import type { TestServer } from '../../factories/app.ts'
import { makeItem, makeLocation, makeOrder, makeUser, makeWarehouse } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { TODAY } from '../../factories/zone.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import { choose, fact, findButton, findField, isAt, isEnabled, press, typeDay } from '../reading.ts'

const listed = () =>
  within(screen.getByRole('list', { name: 'Listed orders' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const lists = (count: number) => waitFor(() => expect(listed()).toHaveLength(count))
const slashed = (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
const optionsOf = async (label: string) =>
  [...(await findField(label)).querySelectorAll('option')].map(({ textContent }) => textContent)

async function dayAfter({ database: { pool } }: TestServer, days: number): Promise<string> {
  const { rows } = await pool.query<{ today: string }>(`select ${TODAY}::text as today`)
  return addDays(rows[0]!.today, days)
}
/** Makes two orders of one customer on a day of the device, and one of another customer. */
async function makeThree({ database: { pool } }: TestServer, delivery_date: string) {
  const ids: number[] = []
  const names: string[] = []
  for (const count of [2, 1]) {
    const location = await makeLocation(pool)
    const { id: customer_id, username } = await makeUser(pool, 'buyer', { company_id: location.company_id })
    names.push(username)
    for (let n = 0; n < count; n++) {
      const { id } = await makeOrder(pool, { ...orderAt(location), customer_id, delivery_date })
      await makeItem(pool, { order_id: id })
      ids.push(id)
    }
  }
  return { ids, names }
}
/** Signs a foreman in at the generator, with the three orders of the day so many days from now. */
async function sitAtThree({ server, sit }: Larder, days: number) {
  const day = await dayAfter(server, days)
  const { ids, names } = await makeThree(server, day)
  const foreman = await sit('foreman')
  await foreman.open('/orders/picklist')
  for (const label of ['Start date', 'End date']) await typeDay(label, slashed(day))
  await lists(3)
  return { day, ids, names, foreman }
}
async function chooseCustomer(name: string): Promise<void> {
  await userEvent.type(screen.getByRole('combobox', { name: 'Customers' }), name)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
  await userEvent.keyboard('{Escape}')
}
async function chooseOrder(id: number): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: 'Orders' }))
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${id} · `) }))
  await userEvent.keyboard('{Escape}')
}

it('A020 A022 A096 A304 staff open the generator from the orders, and find the warehouses’ names', async (larder) => {
  await makeWarehouse(larder.pool, 3, 'Dry & Chill')
  await makeWarehouse(larder.pool, 4, 'Freezer')
  const foreman = await larder.sit('foreman')
  await foreman.open('/orders')
  await foreman.kept()
  await userEvent.click(await screen.findByRole('link', { name: 'Pick List' }))
  await isAt('/orders/picklist')
  await screen.findByRole('heading', { level: 1, name: 'Agreggate Pick List Generator' })
  await waitFor(async () =>
    expect(await optionsOf('Filter locations')).toEqual(['None', 'Dry & Chill', 'Freezer', 'Cash & Carry']),
  )
})

it('A097 A098 A101 A103 the generator sorts by order then bin, from every location and without bulk pull, until a change', async (larder) => {
  const foreman = await larder.sit('foreman')
  await foreman.open('/orders/picklist')
  expect(await optionsOf('Sorting method')).toEqual(['Bin then order', 'Order then bin'])
  expect((await findField('Sorting method')).value).toBe('order')
  expect(await optionsOf('Filter locations')).toHaveLength(4)
  expect((await findField('Filter locations')).value).toBe('')
  expect((await findField('Bulk Pull')).checked).toBe(false)
})

it('A105 A106 A115 the generator begins with tomorrow, and on days without orders Generate is not possible', async (larder) => {
  const tomorrow = await dayAfter(larder.server, 1)
  const { ids } = await makeThree(larder.server, tomorrow)
  const foreman = await larder.sit('foreman')
  await foreman.open('/orders/picklist')
  for (const label of ['Start date', 'End date'])
    await waitFor(async () => expect((await findField(label)).value).toBe(slashed(tomorrow)))
  await lists(ids.length)
  await waitFor(async () => expect(isEnabled(await findButton('Generate'))).toBe(true))
  await typeDay('Start date', '01/01/2031')
  await waitFor(async () => expect((await findField('End date')).value).toBe('01/01/2031'))
  await screen.findByText('There are no orders on these days')
  for (const name of ['Generate', 'Scan']) expect(isEnabled(await findButton(name)), name).toBe(false)
})

it('B243 an order of documented fields alone is listed, with “–” in the place of its counts', async (larder) => {
  const foreman = await larder.sit('foreman')
  // The device does not keep the orders of that day.
  foreman.network.answer(at('GET', 'orders'), [{ ...DOCUMENTED_ORDER, delivery_date: '2031-01-01' }])
  await foreman.open('/orders/picklist')
  for (const label of ['Start date', 'End date']) await typeDay(label, '01/01/2031')
  await lists(1)
  expect(listed()).toEqual(['41Slip 901/01/2031Placed–'])
  await screen.findByText('1 order of 1')
})

it('A006 A107 A111 A114 without a chosen order, Generate takes all listed orders, and the choices are restored', async (larder) => {
  await sitAtThree(larder, 2)
  await choose('Sorting method', 'Bin then order')
  await choose('Filter locations', '3')
  await press('Generate')
  await isAt('/orders/picklist/details?from=picklist')
  await screen.findByText('3 orders')
  await screen.findByText('Bin then order')
  await waitFor(() => expect(document.querySelectorAll('tr[data-row]')).toHaveLength(3))
  await press('Cancel')
  await waitFor(() => expect(location.pathname).toBe('/orders/picklist'))
  await lists(3)
  expect((await findField('Sorting method')).value).toBe('bin')
  expect((await findField('Filter locations')).value).toBe('3')
})

it('A108 A109 A110 the customers narrow the orders, and one of these is chosen', async (larder) => {
  const { ids, names } = await sitAtThree(larder, 3)
  await chooseCustomer(names[0]!)
  await lists(2)
  await userEvent.click(screen.getByRole('combobox', { name: 'Orders' }))
  const offered = await screen.findAllByRole('option', { name: /^\d+ · / })
  expect(offered.map(({ textContent }) => Number.parseInt(textContent, 10))).toEqual(ids.slice(0, 2))
  await userEvent.click(offered[1]!)
  await screen.findByText(/^1 order of 2 with/)
})

it('A114 chosen customers and orders are restored after Cancel and after the browser’s Back, and passed on again', async (larder) => {
  const { day, ids, names, foreman } = await sitAtThree(larder, 5)
  await chooseCustomer(names[0]!)
  await lists(2)
  await chooseOrder(ids[1]!)
  await userEvent.click(await findField('Bulk Pull'))
  const isThere = async () => {
    await screen.findByText(/^1 order of 2 with/)
    expect((await findField('Bulk Pull')).checked).toBe(true)
    expect((await findField('Start date')).value).toBe(slashed(day))
  }
  await isThere()
  await press('Generate')
  await isAt('/orders/picklist/details?from=picklist')
  await press('Cancel')
  await isThere()
  await press('Scan')
  await isAt('/scan?from=picklist')
  expect(await fact('Included orders')).toBe(`#${ids[1]}`)
  history.back()
  await isThere()
  // Opened again, the generator has its defaults.
  await foreman.open('/orders/picklist')
  expect((await findField('Bulk Pull')).checked).toBe(false)
  expect((await findField('Start date')).value).toBe(slashed(await dayAfter(larder.server, 1)))
})

it('A112 A113 Scan passes on the days, the bulk pull and the chosen order', async (larder) => {
  const { day, ids } = await sitAtThree(larder, 4)
  await choose('Filter locations', '3')
  await chooseOrder(ids[2]!)
  await userEvent.click(await findField('Bulk Pull'))
  await press('Scan')
  await isAt('/scan?from=picklist')
  expect(await fact('Included orders')).toBe(`#${ids[2]}`)
  const summary = await screen.findByRole('region', { name: 'Summary' })
  for (const text of ['Yes', slashed(day)])
    expect(
      [...summary.querySelectorAll('dd')].some(({ textContent }) => textContent.includes(text)),
      text,
    ).toBe(true)
})

it('A022 A023 a person who does not pick is sent back to the orders', async (larder) => {
  const buyer = await larder.sit('buyer')
  for (const path of ['/orders/picklist', '/orders/picklist/details?from=picklist']) {
    await buyer.open(path)
    await isAt('/orders')
  }
})

it('orders that cannot be read do not show as none: the server’s words show there, and Try again reads them', async (larder) => {
  const { id } = await makeOrder(larder.pool, { delivery_date: '2031-05-06' })
  const office = await larder.sit('office')
  await office.open('/orders/picklist')
  const mend = office.network.fail(at('GET', 'orders'))
  await typeDay('Start date', '05/06/2031')
  await typeDay('End date', '05/06/2031')
  await screen.findByRole('alert', undefined, { timeout: 5_000 })
  expect(screen.queryByText('There are no orders on these days')).toBeNull()
  expect(isEnabled(await findButton('Generate'))).toBe(false)
  mend()
  await press('Try again')
  const list = await screen.findByRole('list', { name: 'Listed orders' })
  await within(list).findByText(String(id))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(isEnabled(await findButton('Generate'))).toBe(true)

  // Without the server, days that the device does not keep are not called empty either.
  office.goOffline()
  await screen.findByText(/does not keep the orders of all these days/)
  expect(screen.queryByText('There are no orders on these days')).toBeNull()
})
