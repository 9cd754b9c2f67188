/** Who is to pick an order (docs/decisions/0271). */
import { beforeEach, expect, it } from 'vitest'
import { clockIn } from '#contract/day.ts'
import { makeOrder, makeUser } from '../../factories/business.ts'
import { makeEdit, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt, type House } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'

const flow = openFlow()
let order: number
let picker: string

beforeEach(async () => {
  ;({ id: order } = await makeOrder(flow.pool, {
    ...orderAt(flow.house.location),
    delivery_date: clockIn(ZONE, new Date()).slice(0, 10),
  }))
  picker = flow.house.people.picker.username
})

type Name = keyof House['as']
const assign = (name: Name, to: unknown, id = order) =>
  flow.call(name, 'PATCH', `orders/${id}`, { picker: to })
const one = async (name: Name) => (await flow.call(name, 'GET', `orders/${order}`)).body
const ids = async (name: Name, query: string): Promise<number[]> =>
  (await flow.call(name, 'GET', `orders?no_page=1&${query}`)).body.map(({ id }: { id: number }) => id)

it('the office assigns an order, changes that and takes it back, and the history says who did it', async () => {
  expect((await assign('foreman', picker)).body).toMatchObject({ id: order, picker })
  expect((await assign('office', flow.house.people.office.username)).body.picker).toBe(
    flow.house.people.office.username,
  )
  expect((await assign('office', null)).body.picker).toBeNull()
  const history = (await flow.call('picker', 'GET', `orders/${order}/audit`)).body
  expect(history.map((line: { username: string; body: object }) => [line.username, line.body])).toEqual([
    [flow.house.people.foreman.username, { picker }],
    [flow.house.people.office.username, { picker: flow.house.people.office.username }],
    [flow.house.people.office.username, { picker: null }],
  ])
})

it('another change of the order leaves its picker', async () => {
  await assign('office', picker)
  expect((await flow.call('office', 'PATCH', `orders/${order}`, { note: 'Dock 2' })).body).toMatchObject({
    note: 'Dock 2',
    picker,
  })
})

it('pickers and customers assign no picker, and a person who does not pick is not assigned', async () => {
  for (const name of ['picker', 'floorPicker', 'customer', 'buyer'] as const)
    expect([name, (await assign(name, picker)).status]).toEqual([name, 403])
  for (const stranger of ['nobody of this name', flow.house.people.customer.username]) {
    const refused = await assign('office', stranger)
    expect([refused.status, refused.body.picker]).toEqual([
      400,
      `${stranger} is not a person who picks orders`,
    ])
  }
  const gone = await makeUser(flow.pool, 'picker', { is_active: false })
  expect((await assign('office', gone.username)).status).toBe(400)
  expect((await one('office')).picker).toBeNull()
})

it('an invoiced order is picked: it takes no picker', async () => {
  await flow.pool.query('update orders set invoiced = true where id = $1', [order])
  expect((await assign('office', picker)).status).toBe(423)
})

it('two who assign the same order at once clash, and the first stays', async () => {
  const edit = (name: 'office' | 'foreman', to: string) =>
    makeEdit(flow.house.people[name], {
      entity: 'orders',
      entity_id: String(order),
      call: { method: 'PATCH', path: `/api/orders/${order}/`, body: { picker: to } },
      base: { version: null, values: { picker: null } },
    })
  const [first] = await push(flow.server, flow.house.as.office, [edit('office', picker)])
  expect(first).toMatchObject({ outcome: 'applied' })
  const other = flow.house.people.floorPicker.username
  const [second] = await push(flow.server, flow.house.as.foreman, [edit('foreman', other)])
  expect(second).toMatchObject({
    outcome: 'conflict',
    body: { fields: { picker: { mine: other, theirs: picker, base: null } } },
  })
  expect((await one('office')).picker).toBe(picker)
})

it('customers do not see who picks: not in the list, the order, the feed or a filter', async () => {
  await assign('office', picker)
  expect((await one('picker')).picker).toBe(picker)
  expect((await one('customer')).picker).toBeNull()
  const listed = (await flow.call('customer', 'GET', 'orders?no_page=1')).body
  expect(new Set(listed.map((row: { picker: unknown }) => row.picker))).toEqual(new Set([null]))
  const fed = async (name: Name) =>
    (await flow.call(name, 'GET', 'sync/changes')).body.rows.orders.find(
      ({ id }: { id: number }) => id === order,
    ).picker
  expect([await fed('picker'), await fed('customer')]).toEqual([picker, null])
  const all = await ids('customer', '')
  expect(await ids('customer', `picker=${encodeURIComponent(picker)}`)).toEqual(all)
  expect(await ids('customer', 'unassigned=1')).toEqual(all)
})

it('the list is narrowed to a picker and to what still needs one, and sorted by picker', async () => {
  const { id: free } = await makeOrder(flow.pool, orderAt(flow.house.location))
  const { id: picked } = await makeOrder(flow.pool, {
    ...orderAt(flow.house.location),
    picking_complete: true,
  })
  await assign('office', picker)
  const theirs = await ids('office', `picker=${encodeURIComponent(picker)}`)
  expect([theirs.includes(order), theirs.includes(free)]).toEqual([true, false])
  const unassigned = await ids('office', 'unassigned=1')
  expect([order, free, picked].map((id) => unassigned.includes(id))).toEqual([false, true, false])
  for (const ordering of ['picker', '-picker']) {
    const sorted = await ids('office', `ordering=${ordering}`)
    expect(sorted.indexOf(order)).toBeLessThan(sorted.indexOf(free))
  }
})
