import { addDays } from '#contract/day.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TABLES, type Table } from '#contract/sync/entities.ts'
import {
  makeBarcode,
  makeItem,
  makeOrder,
  makePiece,
  makeProduct,
  nextId,
  type ItemRecord,
} from '../../factories/business.ts'
import { patchOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'
import { makeDevice, size, type Device } from '../../factories/pulls.ts'

const flow = openFlow()
let item: ItemRecord
let device: Device

/** Each test has a device that is up to date, and an order on it. */
beforeEach(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  item = await makeItem(flow.pool, { order_id: order.id })
  device = makeDevice(flow.server, flow.house.as.picker)
  await device.catchUp()
})

const office = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  flow.server.call(flow.house.as.office, method, path, body === undefined ? {} : { body })
const keysOf = async (sql: string) =>
  (await flow.pool.query<{ key: string | number }>(sql)).rows.map((row) => row.key)
/** Returns how many rows an answer has, by table. */
const brought = (page: { rows: Partial<Record<Table, unknown[]>> } | undefined) =>
  Object.fromEntries(Object.entries(page?.rows ?? {}).map(([table, rows]) => [table, rows?.length]))

/** Checks that the device has exactly the rows that a full pull would give it now. */
async function expectWhole() {
  const fresh = makeDevice(flow.server, flow.house.as.picker)
  await fresh.pull()
  for (const table of TABLES) expect([table, device.rows[table]]).toEqual([table, fresh.rows[table]])
}

describe('a full pull', () => {
  it('returns every row of the database in scope, in pages by key, until there is no more', async () => {
    for (let n = 0; n < 5; n++) await makePiece(flow.pool, item)
    const fresh = makeDevice(flow.server, flow.house.as.picker)
    const all = await fresh.pull({ limit: 2 })
    const pages = all.filter((page) => page.range !== null)
    expect(pages.every((page) => Object.values(page.rows).every((rows) => rows.length <= 2))).toBe(true)
    expect(all.map((page) => page.more)).toEqual([...all.slice(1).map(() => true), false])
    expect(new Set(pages.map((page) => page.range?.table))).toEqual(new Set(TABLES))
    for (const [table, sql] of [
      ['orders', 'select id as key from orders order by id'],
      ['items', 'select id as key from order_items order by id'],
      ['subitems', 'select id as key from order_subitems order by id'],
      ['locations', 'select id as key from company_locations order by id'],
      ['warehouses', 'select id as key from warehouses order by id'],
      ['products', 'select upc as key from products order by upc'],
    ] as const)
      expect([table, fresh.keys(table)]).toEqual([table, await keysOf(sql)])
  })

  it('names the ranges that it covers without a gap, so that what is not in them goes', async () => {
    const fresh = makeDevice(flow.server, flow.house.as.picker)
    const ranges = (await fresh.pull({ limit: 2 })).flatMap((page) => page.range ?? [])
    for (const table of TABLES) {
      const of = ranges.filter((range) => range.table === table)
      expect([of[0]?.after, of.at(-1)?.through]).toEqual([null, null])
      expect(of.slice(1).map((range) => range.after)).toEqual(of.slice(0, -1).map((range) => range.through))
    }
    fresh.rows.items.set('ffffffff-0000-7000-8000-000000000000', { order: 1 })
    fresh.cursor = undefined
    await fresh.pull()
    expect(fresh.rows.items.has('ffffffff-0000-7000-8000-000000000000')).toBe(false)
  })

  it('misses nothing that is written between its pages', async () => {
    const fresh = makeDevice(flow.server, flow.house.as.picker)
    const first = await flow.server.call(flow.house.as.picker, 'GET', 'sync/changes?limit=1')
    await office('PATCH', `orders/${flow.house.order.id}`, { note: 'between' })
    fresh.cursor = first.body.cursor
    fresh.rows.orders.set(flow.house.order.id, { note: 'stale' })
    await fresh.pull()
    await fresh.pull()
    expect(fresh.rows.orders.get(flow.house.order.id)).toMatchObject({ note: 'between' })
  })

  it.each([
    'garbage',
    'a:b',
    'a:b:c',
    '%E0%A4%A',
    '00000000-0000-0000-0000-000000000000:1~2026-01-01~abc',
    ':',
    '~~~',
  ])('is what the cursor "%s" gets', async (cursor) => {
    const { status, body } = await flow.server.call(
      flow.house.as.picker,
      'GET',
      `sync/changes?since=${encodeURIComponent(cursor)}`,
    )
    expect([status, body.range]).toEqual([200, { table: 'orders', after: null, through: null }])
  })

  it('is what a cursor of ours gets whose numbers, days or keys were tampered with', async () => {
    const [epoch, position = ''] = device.cursor!.split(':')
    const [xid, day, rights] = position.split('~')
    for (const parts of [
      [xid, '2026-99-99', rights],
      ['99999999999999999999', day, rights],
      [`${xid!.split('.')[0]}.999999999999.`, day, rights],
      [xid, day, rights, 'items', 'no uuid'],
      [xid, day, rights, 'orders', '99999999999'],
      [xid, day, rights, 'products', '%00'],
      [xid, day, rights, 'users'],
    ]) {
      const since = encodeURIComponent(`${epoch}:${parts.join('~')}`)
      const { status, body } = await flow.server.call(
        flow.house.as.picker,
        'GET',
        `sync/changes?since=${since}`,
      )
      expect([parts, status, body.range?.table]).toEqual([parts, 200, 'orders'])
    }
  })

  it('is what every device gets after a restored backup: another epoch', async () => {
    await flow.pool.query(`update facts set value = gen_random_uuid() where key = 'epoch'`)
    const [page] = await device.pull()
    expect(page?.range).toMatchObject({ table: 'orders', after: null })
  })

  it.each(['limit=0', 'limit=10001', 'limit=x', `since=${'x'.repeat(8_001)}`])(
    'refuses %s',
    async (query) => {
      expect((await flow.server.call(flow.house.as.picker, 'GET', `sync/changes?${query}`)).status).toBe(400)
    },
  )
})

describe('a later pull', () => {
  it('returns nothing where nothing changed', async () => {
    const pages = await device.pull()
    expect(pages).toMatchObject([{ more: false, range: null, rows: {}, gone: {} }])
  })

  it('returns only the rows that changed', async () => {
    await office('PATCH', `orderitems/${item.id}`, { unit_quantity: 2 })
    const [page] = await device.pull()
    // The order is among the rows, because its totals follow its items.
    expect(brought(page)).toMatchObject({ orders: 1, items: 1 })
    expect(device.rows.items.get(item.id)).toMatchObject({ unit_quantity: 2, final_price: '5.00' })
    await expectWhole()
  })

  it('returns new items, pieces, links and products', async () => {
    const { upc } = await makeProduct(flow.pool, { name: 'Brand new' })
    const made = await office('POST', 'orderitems', { order: item.order_id, product: upc, units_ordered: 1 })
    await office('POST', 'ordersubitems', { order_item: made.body.id, unit_type: 'u' })
    await office('POST', 'barcodealternates', { barcode: `new ${upc}`, product: upc })
    await device.pull()
    expect(device.rows.products.get(upc)).toMatchObject({
      name: 'Brand new',
      alternate_barcodes: [`new ${upc}`],
    })
    expect(device.rows.items.get(made.body.id)).toMatchObject({ product: upc })
    expect(device.rows.barcodes.get(`new ${upc}`)).toEqual({ barcode: `new ${upc}`, product: upc })
    await expectWhole()
    await office('DELETE', `barcodealternates/${encodeURIComponent(`new ${upc}`)}`)
    await device.pull()
    expect(device.rows.products.get(upc)).toMatchObject({ alternate_barcodes: [] })
    await expectWhole()
  })

  it('names what was deleted', async () => {
    const piece = await makePiece(flow.pool, item)
    await office('POST', 'barcodealternates', { barcode: 'to go', product: item.product })
    await device.catchUp()
    await office('DELETE', `ordersubitems/${piece.id}`)
    await office('DELETE', 'barcodealternates/to%20go')
    const [pieces] = await device.pull()
    expect(pieces?.gone).toEqual({ subitems: [piece.id], barcodes: ['to go'] })
    await office('DELETE', `orderitems/${item.id}`)
    expect((await device.pull())[0]?.gone.items).toContain(item.id)
    await office('DELETE', `orders/${item.order_id}`)
    expect((await device.pull())[0]?.gone.orders).toContain(item.order_id)
    await expectWhole()
  })

  it('returns a code that was unlinked and linked again in between, and says first that it was gone', async () => {
    const barcode = `again ${item.product}`
    await office('POST', 'barcodealternates', { barcode, product: item.product })
    await device.catchUp()
    await office('DELETE', `barcodealternates/${encodeURIComponent(barcode)}`)
    const other = await makeProduct(flow.pool)
    await office('POST', 'barcodealternates', { barcode, product: other.upc })
    const [page] = await device.pull()
    expect(page?.gone.barcodes).toContain(barcode)
    expect(page?.rows.barcodes).toContainEqual({ barcode, product: other.upc })
    await expectWhole()
  })

  it('removes an order that moved out of the days at hand, and returns it later with all its items', async () => {
    await makePiece(flow.pool, item)
    await device.catchUp()
    const move = (delivery_date: string) => office('PATCH', `orders/${item.order_id}`, { delivery_date })
    const { delivery_date: day } = device.rows.orders.get(item.order_id) as { delivery_date: string }
    await move(addDays(day, 300))
    const [left] = await device.pull()
    expect(left?.gone.orders).toContain(item.order_id)
    await device.catchUp()
    await expectWhole()
    await move(day)
    const [back] = await device.pull()
    expect(brought(back)).toMatchObject({ orders: 1, items: 1, subitems: 1 })
    await expectWhole()
  })

  it('returns a product that was taken off the catalogue as inactive: it may be on any order', async () => {
    const { upc } = await makeProduct(flow.pool)
    await device.pull()
    await flow.pool.query('update products set active = false where upc = $1', [upc])
    await device.pull()
    expect(device.rows.products.get(upc)).toMatchObject({ active: false })
    await expectWhole()
  })

  it('never skips a transaction that commits late, whatever was pulled past it', async () => {
    const late = await flow.pool.connect()
    await late.query('begin')
    await late.query('update order_items set coupon_note = $2 where id = $1', [item.id, 'late'])
    const other = await makeItem(flow.pool, { order_id: flow.house.order.id })
    await office('PATCH', `orders/${flow.house.order.id}`, { note: 'early' })
    await device.pull()
    await device.pull()
    expect(device.rows.items.has(other.id)).toBe(true)
    expect(device.rows.items.get(item.id)).toMatchObject({ coupon_note: '' })
    await late.query('commit')
    late.release()
    await device.pull()
    expect(device.rows.items.get(item.id)).toMatchObject({ coupon_note: 'late' })
    await expectWhole()
  })

  it('returns nothing twice while a transaction stays open, and what it wrote once it has committed', async () => {
    const late = await flow.pool.connect()
    await late.query('begin')
    await late.query('update order_items set coupon_note = $2 where id = $1', [item.id, 'late'])
    const edit = patchOf(flow.house.people.picker, flow.house.item, { units_ordered: 7 })
    await push(flow.server, flow.house.as.picker, [edit])
    const other = await makeItem(flow.pool, { order_id: flow.house.order.id })
    const [first] = await device.pull()
    expect([first!.rows.items!.map(({ id }) => id), first!.held]).toEqual([
      expect.arrayContaining([other.id, flow.house.item.id]),
      [edit.mutation_id],
    ])
    expect(await device.pull()).toMatchObject([{ rows: {}, gone: {}, held: [] }])
    await late.query('commit')
    late.release()
    const [then] = await device.pull()
    expect(then!.rows.items).toMatchObject([{ id: item.id, coupon_note: 'late' }])
    await expectWhole()
  })

  it('never skips a deletion that commits late', async () => {
    const late = await flow.pool.connect()
    await late.query('begin')
    await late.query('delete from order_items where id = $1', [item.id])
    await office('PATCH', `orders/${flow.house.order.id}`, { note: 'while a deletion is open' })
    await device.pull()
    await late.query('commit')
    late.release()
    await device.pull()
    expect(device.rows.items.has(item.id)).toBe(false)
    await expectWhole()
  })

  it('comes in pages where more changed than one holds, by any author, and is never a full one', async () => {
    const { rows } = await flow.pool.query<{ id: string }>(
      `insert into order_subitems (id, order_item_id, order_id, unit_type)
         select gen_random_uuid(), $1, $2, 'u' from generate_series(1, 20001) returning id`,
      [item.id, item.order_id],
    )
    const pages = await device.pull({ limit: 10_000 })
    expect(pages.every(({ range }) => range === null)).toBe(true)
    expect(pages.map((page) => size(page.rows) <= 10_000)).toEqual(pages.map(() => true))
    const told = pages.flatMap((page) => (page.rows.subitems ?? []).map(({ id }) => id))
    expect(told.length).toBe(new Set(told).size)
    for (const { id } of rows) expect(device.rows.subitems.has(id)).toBe(true)
    await flow.pool.query('delete from order_items where id = $1', [item.id])
    await device.pull({ limit: 500 })
    await expectWhole()
  })

  it('misses nothing that is changed, deleted or made between its pages', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, () => makeItem(flow.pool, { order_id: item.order_id })),
    )
    const ids = made.map(({ id }) => id).toSorted()
    const [barcode, product] = [nextId(), made[0]!.product]
    await makeBarcode(flow.pool, barcode, product)
    await device.pull({ limit: 10_000 })
    const note = (id: string, words: string) =>
      flow.pool.query('update order_items set coupon_note = $2 where id = $1', [id, words])
    for (const id of ids) await note(id, 'first')
    // The barcode is deleted and made again before the first page, so its row is on a later one.
    await flow.pool.query('delete from barcode_alternates where barcode = $1', [barcode])
    await makeBarcode(flow.pool, barcode, product)
    let pages = 0
    let more: boolean
    do {
      const [page] = await device.pull({ limit: 2, most: 1 })
      more = page!.more
      if (++pages === 3) {
        await note(ids[0]!, 'second')
        await note(ids[11]!, 'second')
        await flow.pool.query('delete from order_items where id = any($1::uuid[])', [[ids[1], ids[10]]])
        await makePiece(
          flow.pool,
          made.find(({ id }) => id === ids[2])!,
        )
      }
    } while (more)
    expect(pages).toBeGreaterThan(5)
    expect(device.rows.barcodes.has(barcode)).toBe(true)
    await device.pull({ limit: 2 })
    await expectWhole()
  })
})

describe('a person’s own edits', () => {
  const scan = () => ({
    ...patchOf(flow.house.people.picker, item, { unit_quantity: 1 }),
    adds: { unit_quantity: 1 },
  })
  const quantity = () => (device.rows.items.get(item.id) as { unit_quantity: number }).unit_quantity

  it('are named with the rows that hold them, and the answer to a repeated one names the later ones', async () => {
    const edit = scan()
    const [first] = await push(flow.server, flow.house.as.picker, [edit])
    const [later] = await push(flow.server, flow.house.as.picker, [scan()])
    const [again] = await push(flow.server, flow.house.as.picker, [edit])
    expect([first, again]).toMatchObject([
      { outcome: 'applied', body: { unit_quantity: 1 } },
      { outcome: 'applied', held: [later!.mutation_id], body: { unit_quantity: 2 } },
    ])
    expect(first).not.toHaveProperty('held')
    const pages = await device.pull()
    expect(quantity()).toBe(2)
    expect(pages[0]!.held!.toSorted()).toEqual([edit.mutation_id, later!.mutation_id].toSorted())
    await device.catchUp()
    expect((await device.pull())[0]!.held).toEqual([])
  })

  it('are named on those pages of changes that hold their rows, or say that they are gone', async () => {
    const items = await Promise.all(
      Array.from({ length: 6 }, () => makeItem(flow.pool, { order_id: item.order_id })),
    )
    await device.catchUp()
    const edits = items.map((one) => patchOf(flow.house.people.picker, one, { unit_quantity: 1 }))
    await push(flow.server, flow.house.as.picker, edits)
    await flow.pool.query('delete from order_items where id = $1', [items[5]!.id])
    const pages = await device.pull({ limit: 2 })
    expect(pages.length).toBeGreaterThan(2)
    for (const [n, { mutation_id }] of edits.entries()) {
      const { id } = items[n]!
      const holding = pages.filter(
        ({ rows, gone }) => rows.items?.some((row) => row.id === id) || gone.items?.includes(id),
      )
      expect(holding).toHaveLength(1)
      expect(holding[0]!.held).toContain(mutation_id)
    }
  })

  it('are named on the pages of a full pull that hold their rows, by a cursor of another epoch too', async () => {
    const edit = scan()
    const refused = patchOf(flow.house.people.picker, item, { unit_quantity: -1 })
    const others = patchOf(flow.house.people.foreman, item, { coupon_note: 'theirs' })
    await push(flow.server, flow.house.as.picker, [edit, refused])
    await push(flow.server, flow.house.as.foreman, [others])
    device.cursor = `another${device.cursor!.slice(device.cursor!.indexOf(':'))}`
    const pages = await device.pull()
    expect(quantity()).toBe(1)
    for (const { range, held } of pages) {
      if (range!.table === 'items') expect(held).toContain(edit.mutation_id)
      else expect(held).not.toContain(edit.mutation_id)
      expect(held).not.toContain(refused.mutation_id)
      expect(held).not.toContain(others.mutation_id)
    }
    const first = await makeDevice(flow.server, flow.house.as.picker).pull()
    expect(first.flatMap((page) => page.held)).not.toContain(edit.mutation_id)
  })
})
