/** Who is to pick an order, the days at a glance, and the views that a person saves. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type pg from 'pg'
import { clockIn } from '#contract/day.ts'
import { makeItem, makeLocation, makeOrder, makeUser } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import {
  address,
  choose,
  fill,
  findButton,
  findDialog,
  findTable,
  isAt,
  isEnabled,
  noDialog,
  press,
  type Table,
} from '../reading.ts'
import { PUSH } from '../refused-push.ts'

const makePicker = (pool: pg.Pool, username: string) => makeUser(pool, 'picker', { username })
const pickerOf = async (pool: pg.Pool, id: number) =>
  (
    await pool.query<{ username: string | null }>(
      'select u.username from orders o left join users u on u.id = o.picker_id where o.id = $1',
      [id],
    )
  ).rows[0]!.username
const ids = (table: Table) => table.column('Order ID').map(Number)
const lists = (expected: number[]) =>
  waitFor(async () => expect(new Set(ids(await findTable('Orders')))).toEqual(new Set(expected)))

/** Orders of one location, which the address searches for. */
async function makeDay(pool: pg.Pool, count: number) {
  const location = await makeLocation(pool, { name: `Strip-${crypto.randomUUID().slice(0, 8)}` })
  const orders = []
  for (let n = 0; n < count; n++)
    orders.push(
      (
        await makeOrder(pool, {
          ...orderAt(location),
          delivery_date: clockIn(ZONE, new Date()).slice(0, 10),
        })
      ).id,
    )
  return { orders, search: `/orders?q=${encodeURIComponent(location.name)}` }
}

it('the office assigns a picker from the row, in one press on a name', async (larder) => {
  const { orders, search } = await makeDay(larder.pool, 2)
  const [first] = orders as [number, number]
  await makePicker(larder.pool, 'ana')
  const office = await larder.sit('office')
  await office.open(search)
  await press(`Assign a picker to order ${first}`)
  await press(/^ana/, await findDialog(`Who picks order ${first}?`))
  await noDialog()
  await findButton(`ana picks order ${first}: assign another picker`)
  await waitFor(async () => expect(await pickerOf(larder.pool, first)).toBe('ana'))
  expect(address()).toBe(search)
})

it('B243 users of documented fields alone are offered as pickers, except customers', async (larder) => {
  const { orders, search } = await makeDay(larder.pool, 1)
  const office = await larder.sit('office')
  office.network.answer(at('GET', 'users'), [
    { id: 41, username: 'ivo', role_id: 14, is_staff: false },
    { id: 42, username: 'omar', role_id: 32, is_staff: false },
  ])
  await office.open(search)
  await press(`Assign a picker to order ${orders[0]}`)
  const people = await screen.findByRole('list', { name: 'Pickers' })
  const names = within(people)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names).toEqual([expect.stringMatching(/^ivo/), 'Nobody'])
})

it('the dialog stays open and takes no other picker while one is being assigned', async (larder) => {
  const location = await makeLocation(larder.pool)
  // The device does not keep an order of that day: the server stores who picks it.
  const { id } = await makeOrder(larder.pool, { ...orderAt(location), delivery_date: '2020-02-03' })
  for (const name of ['eva', 'finn']) await makePicker(larder.pool, name)
  const office = await larder.sit('office')
  await office.open(`/order/${id}`)
  await press('Assign picker')
  const dialog = await findDialog(`Who picks order ${id}?`)
  const release = office.network.hold((call) => PUSH(call))
  await press(/^eva/, dialog)
  await waitFor(async () => expect(isEnabled(await findButton(/^finn/, dialog))).toBe(false))
  await userEvent.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(true)
  release()
  await noDialog()
  await waitFor(async () => expect(await pickerOf(larder.pool, id)).toBe('eva'))
})

it('the open dialog shows the picker whom a colleague assigns meanwhile, and takes that picker off', async (larder) => {
  const { orders, search } = await makeDay(larder.pool, 1)
  const [first] = orders as [number]
  await makePicker(larder.pool, 'gil')
  const office = await larder.sit('office')
  await office.open(search)
  await office.kept()
  await press(`Assign a picker to order ${first}`)
  const dialog = await findDialog(`Who picks order ${first}?`)
  const nobody = await findButton('Nobody', dialog)
  expect(nobody.getAttribute('aria-pressed')).toBe('true')
  const body = { picker: 'gil' }
  const { status } = await larder.server.call(office.person.username, 'PATCH', `orders/${first}`, { body })
  expect(status).toBe(200)
  await waitFor(() => expect(nobody.getAttribute('aria-pressed')).toBe('false'))
  await press('Nobody', dialog)
  await noDialog()
  await waitFor(async () => expect(await pickerOf(larder.pool, first)).toBeNull())
})

it('a selection is assigned at once, stays chosen, and its invoiced orders do not change', async (larder) => {
  const { orders, search } = await makeDay(larder.pool, 3)
  const [first, second, invoiced] = orders as [number, number, number]
  await larder.pool.query(`update orders set invoiced = true, status = 'invoiced' where id = $1`, [invoiced])
  await makePicker(larder.pool, 'ben')
  const office = await larder.sit('office')
  await office.open(search)
  await findButton(`Assign a picker to order ${first}`)
  for (const id of orders)
    await userEvent.click(await screen.findByRole('checkbox', { name: `Choose ${id}` }))
  await press('Assign picker')
  const dialog = await findDialog('Who picks 3 orders?')
  within(dialog).getByText(/^1 invoiced order/)
  await press(/^ben/, dialog)
  await noDialog()
  await waitFor(async () => {
    expect(await pickerOf(larder.pool, first)).toBe('ben')
    expect(await pickerOf(larder.pool, second)).toBe('ben')
  })
  expect(await pickerOf(larder.pool, invoiced)).toBeNull()
  for (const id of orders)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: `Choose ${id}` }).checked).toBe(true)
})

it('a selection is restored on the way back, and not in another visit', async (larder) => {
  const { orders, search } = await makeDay(larder.pool, 2)
  const [first, second] = orders as [number, number]
  const office = await larder.sit('office')
  await office.open(search)
  const box = (id: number) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Choose ${id}` })
  await userEvent.click(await box(first))
  await userEvent.click(await screen.findByRole('link', { name: `Edit order ${second}` }))
  await isAt(`/order/${second}`)
  history.back()
  await isAt(search)
  await waitFor(async () =>
    expect([(await box(first)).checked, (await box(second)).checked]).toEqual([true, false]),
  )
  await office.open(search)
  expect((await box(first)).checked).toBe(false)
})

it('without a network the picker is stored on the device, and reaches the server later', async (larder) => {
  const { orders } = await makeDay(larder.pool, 1)
  const [id] = orders as [number]
  await makePicker(larder.pool, 'cleo')
  const foreman = await larder.sit('foreman')
  await foreman.open(`/order/${id}`)
  await foreman.kept()
  // The list of pickers has been read once.
  await press('Assign picker')
  await press('Close', await findDialog(`Who picks order ${id}?`))
  await noDialog()
  foreman.goOffline()
  await press('Assign picker')
  await press(/^cleo/, await findDialog(`Who picks order ${id}?`))
  await noDialog()
  await screen.findByText('cleo')
  expect(await pickerOf(larder.pool, id)).toBeNull()
  foreman.goOnline()
  await waitFor(async () => expect(await pickerOf(larder.pool, id)).toBe('cleo'), { timeout: 10_000 })
})

it('the search over everything links to the dialog, and the order’s history shows who was assigned', async (larder) => {
  const { orders } = await makeDay(larder.pool, 1)
  const [id] = orders as [number]
  await makePicker(larder.pool, 'dora')
  const office = await larder.sit('office')
  await office.open('/cart')
  await press('Menu')
  await press(/^Search/)
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), String(id))
  await userEvent.click(await screen.findByRole('option', { name: `Assign picker to order ${id}` }))
  await isAt(`/order/${id}?assign=true`)
  await press(/^dora/, await findDialog(`Who picks order ${id}?`))
  await isAt(`/order/${id}`)
  await screen.findByText('dora')
  await waitFor(async () => expect(await pickerOf(larder.pool, id)).toBe('dora'))
  await press('History')
  const history = await findDialog(`History of order ${id}`)
  await within(history).findByText('Picker dora')
  within(history).getByText(new RegExp(`^${office.person.username}`))
})

it('a picker sees the assigned pickers, narrows to their own orders, and cannot assign', async (larder) => {
  const { orders, search } = await makeDay(larder.pool, 2)
  const [mine, other] = orders as [number, number]
  const picker = await larder.sit('picker')
  await larder.pool.query('update orders set picker_id = $2 where id = $1', [mine, picker.person.id])
  await picker.open(`${search}&day=all`)
  await lists([mine, other])
  await choose('Picker', 'Mine')
  await lists([mine])
  await choose('Picker', 'Unassigned')
  await lists([other])
  expect(screen.queryByRole('button', { name: /^Assign/ })).toBeNull()
  await picker.open(`/order/${mine}`)
  await screen.findByText('Picker')
  expect(screen.queryByRole('button', { name: 'Assign picker' })).toBeNull()
})

it('the strip counts today’s orders on this device, and narrows the list with one press', async (larder) => {
  const { orders } = await makeDay(larder.pool, 2)
  const [open, picking] = orders as [number, number]
  await larder.pool.query(`update orders set status = 'picking', total = 12.5 where id = $1`, [picking])
  await makeItem(larder.pool, { order_id: open, units_ordered: 2 })
  const office = await larder.sit('office')
  await office.open('/orders')
  await office.kept()
  const today = await screen.findByRole('region', { name: 'Today' })
  const button = await within(today).findByRole('button', { name: /^Picking \d+$/ })
  await userEvent.click(button)
  await waitFor(() => expect(address()).toContain('day=today'))
  expect(address()).toContain('status=picking')
  await waitFor(async () => {
    const table = await findTable('Orders')
    expect(ids(table)).toContain(picking)
    expect(new Set(table.column('Status'))).toEqual(new Set(['Picking']))
    expect(button.textContent).toBe(`Picking ${ids(table).length}`)
  })
  expect(button.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(button)
  await isAt('/orders')
})

it('a view is saved with a name, shown again with one press, and deleted', async (larder) => {
  const { search } = await makeDay(larder.pool, 1)
  const office = await larder.sit('office')
  await office.open(`${search}&status=placed`)
  await press('Save view')
  const dialog = await findDialog('Save this view')
  await fill('Name', 'Mornings', dialog)
  await press('Save', dialog)
  await noDialog()
  const saved = address()
  await office.open('/orders')
  await press('Mornings')
  await waitFor(() => expect(address()).toBe(saved))
  await press('Delete view')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mornings' })).toBeNull())
})

it('a picker list that cannot be read says so, and is fetched again', async (larder) => {
  const { orders } = await makeDay(larder.pool, 1)
  const [id] = orders as [number]
  await makePicker(larder.pool, 'elif')
  const office = await larder.sit('office')
  await office.open(`/order/${id}`)
  await findButton('Assign picker')
  const mend = office.network.fail(at('GET', 'users'))
  await press('Assign picker')
  const dialog = await findDialog(`Who picks order ${id}?`)
  const retry = await within(dialog).findByRole('button', { name: /again/i })
  mend()
  await userEvent.click(retry)
  await findButton(/^elif/, dialog)
})

it('a selection of which the server refuses one order is assigned but for that one, and the list shows it', async (larder) => {
  const location = await makeLocation(larder.pool, { name: `Old-${crypto.randomUUID().slice(0, 8)}` })
  const old = { ...orderAt(location), delivery_date: '2020-02-03' }
  const first = (await makeOrder(larder.pool, old)).id
  const second = (await makeOrder(larder.pool, old)).id
  // The device keeps this one, and none of the others.
  const today = { ...orderAt(location), delivery_date: clockIn(ZONE, new Date()).slice(0, 10) }
  const third = (await makeOrder(larder.pool, today)).id
  await makePicker(larder.pool, 'hugo')
  const office = await larder.sit('office')
  await office.open(`/orders?q=${encodeURIComponent(location.name)}`)
  await findButton(`Assign a picker to order ${first}`)
  await office.kept()
  for (const id of [first, second, third])
    await userEvent.click(await screen.findByRole('checkbox', { name: `Choose ${id}` }))
  await press('Assign picker')
  const dialog = await findDialog('Who picks 3 orders?')
  await larder.pool.query(`update orders set invoiced = true, status = 'invoiced' where id = $1`, [second])
  await press(/^hugo/, dialog)
  await within(dialog).findByRole('alert')
  await press('Close', dialog)
  await noDialog()
  await findButton(`hugo picks order ${first}: assign another picker`)
  await waitFor(async () => expect(await pickerOf(larder.pool, third)).toBe('hugo'))
  expect(await pickerOf(larder.pool, second)).toBeNull()
})

it('an order that is invoiced while its picker is asked for leaves the dialog open, which says why nobody can be chosen', async (larder) => {
  const { orders } = await makeDay(larder.pool, 2)
  const [id, other] = orders as [number, number]
  await makePicker(larder.pool, 'ines')
  const office = await larder.sit('office')
  await office.open(`/order/${id}`)
  await office.kept()
  await press('Assign picker')
  const dialog = await findDialog(`Who picks order ${id}?`)
  const ines = await findButton(/^ines/, dialog)
  await larder.pool.query(`update orders set invoiced = true, status = 'invoiced' where id = $1`, [id])
  // A change of another order has the device pull both.
  const { status } = await larder.server.call(office.person.username, 'PATCH', `orders/${other}`, {
    body: { note: 'Early' },
  })
  expect(status).toBe(200)
  await waitFor(() => expect(isEnabled(ines)).toBe(false))
  expect(dialog.isConnected).toBe(true)
  expect(ines.title).toBe('It is invoiced: nothing is left to pick.')
  await press('Close', dialog)
  await noDialog()
})
