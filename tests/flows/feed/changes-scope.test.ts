import { openFlow } from '../../factories/flow.ts'
import { ZONE } from '../../factories/zone.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TABLES } from '#contract/sync/entities.ts'
import { addDays } from '#contract/day.ts'
import { writeSetting } from '#server/settings/store.ts'
import { stagedId } from '#contract/ordering/staged.ts'
import {
  makeItem,
  makeLocation,
  makeOrder,
  makeOrderList,
  makePiece,
  makeProduct,
  makeUser,
  type LocationRecord,
} from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { makeDevice, type Device } from '../../factories/pulls.ts'

const flow = openFlow({ clock: () => new Date(now) })
const MORNING = Date.parse('2031-03-10T14:00:00Z')
const TODAY = '2031-03-10'
let now = MORNING

beforeEach(() => {
  now = MORNING
})

async function lineOn(days: number, location: LocationRecord = flow.house.location) {
  const order = await makeOrder(flow.pool, { ...orderAt(location), delivery_date: addDays(TODAY, days) })
  const item = await makeItem(flow.pool, { order_id: order.id })
  return {
    order: order.id,
    item: item.id,
    product: item.product,
    piece: (await makePiece(flow.pool, item)).id,
  }
}
/** Whether the device has exactly what a full pull would give it now. */
async function expectWhole(device: Device, username: string) {
  const fresh = makeDevice(flow.server, username)
  await fresh.pull()
  for (const table of TABLES) expect([table, device.keys(table)]).toEqual([table, fresh.keys(table)])
}

describe('the days at hand', () => {
  it('are those from 7 back to 14 ahead of the distributor’s day', async () => {
    const lines = new Map<number, number>()
    for (const day of [-8, -7, 0, 14, 15]) lines.set(day, (await lineOn(day)).order)
    const device = makeDevice(flow.server, flow.house.as.picker)
    const [page] = await device.pull()
    expect(page?.today).toBe(TODAY)
    expect([...lines].filter(([, id]) => device.rows.orders.has(id)).map(([day]) => day)).toEqual([-7, 0, 14])
  })

  it('roll with the day: one order goes, the next comes with its items and pieces', async () => {
    const [going, coming] = [await lineOn(-7), await lineOn(15)]
    const device = makeDevice(flow.server, flow.house.as.picker)
    await device.pull()
    expect([device.rows.items.has(going.item), device.rows.items.has(coming.item)]).toEqual([true, false])
    now += 86_400_000
    const [page] = await device.pull()
    expect([page?.today, page?.range]).toEqual([addDays(TODAY, 1), null])
    expect(page?.gone.orders).toContain(going.order)
    expect([device.rows.items.has(going.item), device.rows.subitems.has(going.piece)]).toEqual([false, false])
    expect([device.rows.items.has(coming.item), device.rows.subitems.has(coming.piece)]).toEqual([true, true])
    await expectWhole(device, flow.house.as.picker)
    // A device that was away for a month comes back to the same.
    const away = makeDevice(flow.server, flow.house.as.picker)
    now = MORNING
    await away.pull()
    now += 30 * 86_400_000
    await away.pull()
    await expectWhole(away, flow.house.as.picker)
  })

  it('begin at the distributor’s midnight, not at that of the server’s clock', async () => {
    // New York is four hours behind UTC in March, after the clocks went forward.
    now = Date.parse('2031-03-11T03:59:00Z')
    const { body } = await flow.server.call(flow.house.as.picker, 'GET', 'sync/changes')
    now += 60_000
    const later = await flow.server.call(flow.house.as.picker, 'GET', 'sync/changes')
    expect([body.today, later.body.today]).toEqual([TODAY, addDays(TODAY, 1)])
  })

  it('come with the distributor’s zone and cut-off, so that a device knows its day and what is late by itself', async () => {
    const terms = async () =>
      (await flow.server.call(flow.house.as.customer, 'GET', 'sync/changes')).body.terms
    expect(await terms()).toEqual({ time_zone: ZONE, cutoff: '18:00', cutoff_days: 1, clock_hours: '24' })
    const { pool } = flow
    await writeSetting(pool, 'cutoff', '16:30')
    expect(await terms()).toMatchObject({ cutoff: '16:30' })
    await writeSetting(pool, 'cutoff', null)
  })
})

describe('a customer', () => {
  it('A005 has only the rows of their own company, a full pull and later ones alike', async () => {
    const { location, as } = flow.house
    const [mine, theirs] = [await lineOn(0), await lineOn(0, flow.house.elsewhere.location)]
    const device = makeDevice(flow.server, as.customer)
    await device.pull()
    expect(device.keys('locations')).toEqual([location.id])
    expect([device.rows.orders.has(mine.order), device.rows.orders.has(theirs.order)]).toEqual([true, false])
    expect([device.rows.items.has(mine.item), device.rows.items.has(theirs.item)]).toEqual([true, false])
    expect([device.rows.subitems.has(mine.piece), device.rows.subitems.has(theirs.piece)]).toEqual([
      true,
      false,
    ])
    expect(device.keys('barcodes')).toEqual([])
    const gone = await lineOn(0, flow.house.elsewhere.location)
    await flow.server.call(as.office, 'DELETE', `orders/${gone.order}`)
    await flow.server.call(as.office, 'PATCH', `orderitems/${theirs.item}`, { body: { picked: true } })
    await flow.server.call(as.office, 'POST', 'barcodealternates', {
      body: { barcode: 'c', product: theirs.product },
    })
    await lineOn(0, flow.house.elsewhere.location)
    expect(await device.pull()).toMatchObject([{ rows: {}, gone: {} }])
    await flow.server.call(as.office, 'PATCH', `orderitems/${mine.item}`, { body: { picked: true } })
    await device.pull()
    expect(device.rows.items.get(mine.item)).toMatchObject({ picked: true })
  })

  it('has the products of their lists and orders, without the supplier’s rate and stock numbers', async () => {
    const rate = { supplier_rate: '1.10', stock_level: 7 }
    const [listed, other] = [await makeProduct(flow.pool, rate), await makeProduct(flow.pool, rate)]
    const list = await makeOrderList(flow.pool, [listed.upc], { company_location_id: flow.house.location.id })
    await makeOrderList(flow.pool, [other.upc], { company_location_id: flow.house.elsewhere.location.id })
    const line = await lineOn(0)
    const device = makeDevice(flow.server, flow.house.as.customer)
    await device.pull()
    expect(device.rows.products.get(listed.upc)).toMatchObject({ supplier_rate: null, stock_level: null })
    expect(device.rows.products.has(line.product)).toBe(true)
    expect(device.rows.products.has(other.upc)).toBe(false)
    const staff = makeDevice(flow.server, flow.house.as.picker)
    await staff.pull()
    expect(staff.rows.products.get(listed.upc)).toMatchObject({ supplier_rate: '1.10', stock_level: 7 })
    // Another product in the place of the first: a full pull, since the list is a right.
    await flow.pool.query('update order_list_rows set product = $2 where order_list_id = $1', [
      list,
      other.upc,
    ])
    await device.pull()
    expect([device.rows.products.has(listed.upc), device.rows.products.has(other.upc)]).toEqual([false, true])
    await flow.pool.query('update order_lists set visible = false where id = $1', [list])
    await device.pull()
    expect(device.rows.products.has(other.upc)).toBe(false)
    await expectWhole(device, flow.house.as.customer)
  })

  it('pulls nothing again for a public list unless its products change', async () => {
    const [one, two] = [await makeProduct(flow.pool), await makeProduct(flow.pool)]
    const list = await makeOrderList(flow.pool, [one.upc], { is_public: true })
    const device = makeDevice(flow.server, flow.house.as.customer)
    await device.pull()
    const isAnew = async () => (await device.pull())[0]!.range !== null
    await flow.pool.query(`update order_lists set public_name = 'Another name' where id = $1`, [list])
    await flow.pool.query(`update order_list_rows set category_name = 'Other' where order_list_id = $1`, [
      list,
    ])
    const again = await makeOrderList(flow.pool, [one.upc], { is_public: true })
    expect(await isAnew()).toBe(false)
    await flow.pool.query('update order_list_rows set product = $2 where order_list_id = $1', [
      again,
      two.upc,
    ])
    expect(await isAnew()).toBe(true)
    expect(device.rows.products.has(two.upc)).toBe(true)
    await expectWhole(device, flow.house.as.customer)
  })

  it('gets a location with its staged order when it is given to their company, and the company before loses both', async () => {
    const { house, pool, server } = flow
    const location = await makeLocation(pool, { company_id: house.location.company_id })
    const { upc } = await makeProduct(pool)
    await makeOrderList(pool, [upc], { is_public: true })
    const body = { upc, company_location: location.id, unit_quantity: 3, case_quantity: 0 }
    const { status } = await server.call(house.as.buyer, 'POST', 'sharedcartitems/?force_add=True', { body })
    expect(status).toBe(201)
    const people = [house.as.buyer, house.as.stranger, house.as.picker]
    const devices = people.map((username) => makeDevice(server, username))
    for (const device of devices) await device.pull()
    const holders = () =>
      devices.map(({ rows }) => [
        rows.locations.has(location.id),
        rows.staged.has(stagedId(location.id, upc)),
      ])
    expect(holders()).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ])
    const { company_id } = house.elsewhere.location
    const moved = await server.call(house.as.office, 'PATCH', `companylocations/${location.id}`, {
      body: { company_id },
    })
    expect(moved.status).toBe(200)
    for (const device of devices) {
      const pages = await device.pull()
      expect(pages.map(({ range }) => range)).toEqual([null])
    }
    expect(holders()).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ])
    for (const [n, device] of devices.entries()) await expectWhole(device, people[n]!)
  })

  it('gets a product that an order of theirs newly holds', async () => {
    const { upc } = await makeProduct(flow.pool)
    const line = await lineOn(0)
    const device = makeDevice(flow.server, flow.house.as.customer)
    await device.pull()
    const body = { order: line.order, product: upc, units_ordered: 1 }
    await flow.server.call(flow.house.as.office, 'POST', 'orderitems', { body })
    await device.pull()
    expect(device.rows.products.has(upc)).toBe(true)
    await expectWhole(device, flow.house.as.customer)
  })
})

describe('a right that was lost', () => {
  it('takes its rows from the device at the next pull, by a full one', async () => {
    const { id, username } = await makeUser(flow.pool, 'sales')
    const theirs = await lineOn(0, flow.house.elsewhere.location)
    const device = makeDevice(flow.server, username)
    await device.pull()
    expect(device.rows.orders.has(theirs.order)).toBe(true)
    await flow.pool.query('update users set role_id = 32, is_staff = false, company_id = $2 where id = $1', [
      id,
      flow.house.location.company_id,
    ])
    now += 2_000
    const pages = await device.pull()
    expect(pages[0]?.range).toMatchObject({ table: 'orders', after: null })
    expect(device.rows.orders.has(theirs.order)).toBe(false)
    expect(device.keys('locations')).toEqual([flow.house.location.id])
    await expectWhole(device, username)
  })

  it('of a customer with locations of their own leaves the staged orders of those, and follows when they change', async () => {
    const { house, pool, server } = flow
    const { company_id } = house.location
    const own = await makeLocation(pool, { company_id })
    const person = await makeUser(pool, 'customer', { company_id, location_ids: [own.id] })
    const { upc } = await makeProduct(pool)
    await makeOrderList(pool, [upc], { company_location_id: own.id })
    const stage = (company_location: number, unit_quantity: number) =>
      server.call(house.as.buyer, 'POST', 'sharedcartitems/?force_add=True', {
        body: { upc, company_location, unit_quantity, case_quantity: 0 },
      })
    const [here, there] = [stagedId(own.id, upc), stagedId(house.location.id, upc)]
    for (const location of [own.id, house.location.id]) expect((await stage(location, 1)).status).toBe(201)
    const device = makeDevice(server, person.username)
    await device.pull()
    expect(device.keys('staged')).toEqual([here])
    for (const location of [own.id, house.location.id]) await stage(location, 2)
    await device.pull()
    expect([...device.rows.staged.values()].map(({ id, unit_quantity }) => [id, unit_quantity])).toEqual([
      [here, 3],
    ])
    const giveLocations = async (locations: number[]) => {
      await pool.query('update users set location_ids = $2 where id = $1', [person.id, locations])
      await device.pull()
      await expectWhole(device, person.username)
      return device.keys('staged')
    }
    expect(await giveLocations([own.id, house.location.id])).toEqual([here, there].toSorted())
    expect(await giveLocations([house.location.id])).toEqual([there])
  })

  it('changes the standing, and a list, a margin or another name does not', async () => {
    const { house, pool, server } = flow
    const { company_id } = house.location
    const [one, two] = [await makeLocation(pool, { company_id }), await makeLocation(pool, { company_id })]
    const person = await makeUser(pool, 'customer', { company_id, location_ids: [one.id, two.id] })
    const set = async (columns: string, ...values: unknown[]) => {
      await pool.query(`update users set ${columns} where id = $1`, [person.id, ...values])
      now += 2_000
    }
    const standing = async () => (await server.call(person.username, 'GET', 'sync/changes')).body.standing
    const before = await standing()
    await makeOrderList(pool, [(await makeProduct(pool)).upc], { company_location_id: one.id })
    await set('location_ids = $2', [two.id, one.id])
    expect(await standing()).toBe(before)
    const seen = new Set([before])
    for (const change of [
      () => set('location_ids = $2', [one.id]),
      () => set('role_id = 31'),
      () => set('company_id = $2', house.elsewhere.location.company_id),
      () => set('role_id = 14'),
      () => set('is_staff = true'),
    ]) {
      await change()
      seen.add(await standing())
    }
    expect(seen.size).toBe(6)
  })

  it('does not pass on: the cursor of another user means a full pull', async () => {
    const staff = makeDevice(flow.server, flow.house.as.office)
    await staff.pull()
    const device = makeDevice(flow.server, flow.house.as.customer)
    device.cursor = staff.cursor
    const pages = await device.pull()
    expect(pages[0]?.range).toMatchObject({ table: 'orders', after: null })
  })

  it('A011 is needed at all: no token, no rows', async () => {
    expect((await flow.server.call(null, 'GET', 'sync/changes')).status).toBe(401)
    expect(
      (await flow.server.call(null, 'POST', 'sync/push', { body: { device_id: 'd', mutations: [] } })).status,
    ).toBe(401)
    expect((await flow.server.call(null, 'GET', 'sync/stream')).status).toBe(401)
  })
})
