import { describe, expect, it, vi } from 'vitest'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { digest, digestRows } from './testing/digest.ts'
import { allEnded, countEnded } from './store/ledger.ts'
import { makeDevice, pulledDevice } from './testing/device.ts'
import { editsIn, json, serverWith, type FakeServer } from './testing/fake-server.ts'
import { item, order, piece, product, uuid, weighed } from '#contract/testing/rows.ts'

const apple = item(1, 7)
const ham = weighed(2, 7)

function office(): FakeServer {
  const server = serverWith(apple, ham)
  for (const upc of ['1', '2', '3']) server.world.products.set(upc, product(upc))
  return server
}
const patch = (of: OrderItemRow, body: object, more: Partial<NewEdit> = {}): NewEdit => ({
  entity: 'orderitems',
  entity_id: of.id,
  method: 'PATCH',
  body: { ...body },
  order: of.order,
  ...more,
})
const scan = (of: OrderItemRow) =>
  patch(of, { unit_quantity: 1 }, { adds: { unit_quantity: 1 }, raw_scan: of.product })
async function picker(server = office()) {
  return { server, ...(await pulledDevice(server)) }
}

describe('an edit', () => {
  it('is on the screen and in the outbox when commit resolves, and the server has it after a save', async () => {
    const { server, engine } = await picker()
    const result = await engine.commit([scan(apple)])
    expect(result.kind).toBe('committed')
    expect((await engine.db.items.get(apple.id))?.unit_quantity).toBe(1)
    expect(await engine.db.outbox.count()).toBe(1)
    expect(await engine.saveNow()).toEqual({ sent: 1, refused: [], waiting: 0, placed: new Map() })
    expect(server.world.item(apple.id)?.unit_quantity).toBe(1)
    expect(await engine.db.outbox.count()).toBe(0)
    expect(await engine.db.shadows.count()).toBe(0)
    expect(await countEnded(engine.db, 'applied')).toBe(1)
    expect(engine.status.get()).toMatchObject({ unsent: 0, acknowledged: { today: 1, session: 1 } })
  })

  it('survives a restart of the browser before it was sent', async () => {
    const { server, device, engine } = await picker()
    await engine.commit([scan(apple)])
    await engine.close()
    const after = await device.open()
    expect((await after.db.items.get(apple.id))?.unit_quantity).toBe(1)
    expect(after.status.get().unsent).toBe(1)
    expect(await after.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    expect(server.world.item(apple.id)?.unit_quantity).toBe(1)
  })

  it('with a lost answer is sent again with the same key and the same bytes, and is written once', async () => {
    const { server, device, engine } = await picker()
    await engine.commit([scan(apple)])
    server.fault = ({ path }) => (path === 'sync/push' ? 'lose-answer' : null)
    expect(await engine.saveNow()).toMatchObject({ sent: 0, waiting: 1 })
    server.fault = () => null
    device.clock.pass(60_000)
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    const [first, second] = server.calls.filter((call) => call.path === 'sync/push').map((call) => call.text)
    expect(editsIn(second)).toBe(editsIn(first))
    expect([...server.written.values()]).toEqual([1])
    expect(server.world.item(apple.id)?.unit_quantity).toBe(1)
  })

  it.each([
    [
      '200 with HTML',
      () => new Response('<html>Sign in to FreeWifi</html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['200 with other JSON', () => json({ ok: true })],
    [
      'cut off JSON',
      () => new Response('{"results":[{"mutation', { headers: { 'content-type': 'application/json' } }),
    ],
    ['500', () => json({ message: 'oops' }, 500)],
    ['502 of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['404 of a proxy', () => json({ message: 'no Route matched' }, 404)],
    [
      'an answer that echoes another id',
      () =>
        json({
          results: [{ mutation_id: uuid(99), outcome: 'applied', status: 200, body: {}, server_time: '' }],
          server_time: '',
        }),
    ],
  ])('is not acknowledged by %s', async (_, answer) => {
    const { server, device, engine } = await picker()
    await engine.commit([scan(apple)])
    server.fault = ({ path }) => (path === 'sync/push' ? answer() : null)
    expect(await engine.saveNow()).toEqual({ sent: 0, refused: [], waiting: 1, placed: new Map() })
    server.fault = () => null
    device.clock.pass(120_000)
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    expect(server.world.item(apple.id)?.unit_quantity).toBe(1)
  })

  it('that the rules forbid is refused at once, and nothing of its call is stored', async () => {
    const { engine } = await picker()
    const result = await engine.commit([
      scan(apple),
      { entity: 'orderitems', entity_id: ham.id, method: 'DELETE' },
    ])
    expect(result).toMatchObject({ kind: 'refused', status: 403 })
    expect(await engine.db.outbox.count()).toBe(0)
    expect((await engine.db.items.get(apple.id))?.unit_quantity).toBe(0)
  })

  it('A221 sends a negative or non-numeric quantity as 0', async () => {
    const { server, engine } = await picker()
    await engine.commit([patch(apple, { unit_quantity: -3 })])
    await engine.commit([patch(ham, { unit_quantity: 'abc' })])
    await engine.saveNow()
    expect(
      server
        .pushes()
        .flat()
        .map((m) => m.call.body),
    ).toEqual([{ unit_quantity: 0 }, { unit_quantity: 0 }])
  })

  it('A222 A223 sends an empty lot as null in an update and leaves it out of a new piece', async () => {
    const { server, engine } = await picker()
    const one = { entity: 'ordersubitems' as const, entity_id: uuid(50) }
    const body = { order_item: ham.id, unit_type: 'u', lot_code: '' }
    await engine.commit([{ ...one, method: 'POST', body }])
    await engine.commit([{ ...one, method: 'PATCH', body }])
    await engine.saveNow()
    const [made, changed] = server
      .pushes()
      .flat()
      .map((m) => m.call.body)
    expect(made).not.toHaveProperty('lot_code')
    expect(changed).toMatchObject({ lot_code: null })
  })
})

describe('a refused edit', () => {
  it('never stops the others; its chain stops only itself and its pieces', async () => {
    const { server, device, engine } = await picker()
    await engine.commit([patch(apple, { bin_override: 'Z9' })])
    server.change('items', apple.id, { bin_override: 'B2' })
    await engine.saveNow()
    expect(engine.status.get()).toMatchObject({ conflicts: 1, unsent: 0 })
    await engine.commit([patch(apple, { unit_quantity: 2 })])
    await engine.commit([
      {
        entity: 'ordersubitems',
        entity_id: uuid(60),
        method: 'POST',
        body: { order_item: apple.id, unit_type: 'u' },
      },
    ])
    await engine.commit([scan(ham)])
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 2 })
    expect(server.world.item(ham.id)?.unit_quantity).toBe(1)
    const [clash] = await engine.db.outbox.where('state').equals('conflict').toArray()
    expect(clash!.answer).toMatchObject({ clash: { bin_override: { mine: 'Z9', theirs: 'B2' } } })
    await engine.discard(clash!.mutation_id)
    device.clock.pass(60_000)
    expect(await engine.saveNow()).toMatchObject({ sent: 2, waiting: 0 })
    expect(server.world.item(apple.id)).toMatchObject({ unit_quantity: 2, bin_override: 'B2' })
    expect(
      (await allEnded(engine.db)).find(({ mutation_id }) => mutation_id === clash!.mutation_id)?.end,
    ).toBe('discarded')
  })

  it('that only a proxy refused as too large keeps its key: the server may have it', async () => {
    const { server, device, engine } = await picker()
    await engine.commit([scan(apple)])
    server.fault = ({ path }) => (path === 'sync/push' ? 'lose-answer' : null)
    await engine.saveNow()
    expect(server.world.item(apple.id)?.unit_quantity).toBe(1)
    server.fault = ({ path }) => (path === 'sync/push' ? json({ message: 'too large' }, 413) : null)
    device.clock.pass(60_000)
    expect((await engine.saveNow()).refused).toHaveLength(1)
    const [card] = await engine.db.outbox.toArray()
    await engine.retry(card!.mutation_id)
    server.fault = () => null
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    expect([...server.written]).toEqual([[card!.mutation_id, 1]])
    expect(server.world.item(apple.id)?.unit_quantity).toBe(1)
    expect(await allEnded(engine.db)).toMatchObject([{ end: 'applied' }])
  })

  it('that is tried again while others of its line are on their way stays on the screen', async () => {
    const { server, engine } = await picker()
    const weighing = (n: number): NewEdit => ({
      entity: 'ordersubitems',
      entity_id: uuid(n),
      method: 'POST',
      body: { order_item: ham.id, unit_type: 'u', weight_lbs: '2.000' },
    })
    const [first] = ((await engine.commit([weighing(61)])) as { records: { mutation_id: string }[] }).records
    const { mutation_id } = first!
    server.fault = ({ path }) =>
      path === 'sync/push'
        ? json({
            results: [
              { mutation_id, outcome: 'refused', status: 400, body: { message: 'no' }, server_time: '' },
            ],
            server_time: '',
          })
        : null
    await engine.saveNow()
    expect(await engine.db.subitems.count()).toBe(0)
    await engine.commit([weighing(62)])
    let again: Promise<unknown> | undefined
    server.fault = ({ path }) => {
      if (path === 'sync/push') again ??= engine.retry(mutation_id)
      return null
    }
    await engine.saveNow()
    await again
    expect((await engine.db.subitems.toArray()).map(({ id }) => id)).toEqual([uuid(61), uuid(62)])
  })

  it('leaves the overlay: the screen shows the server’s row again', async () => {
    const { server, engine } = await picker()
    await engine.commit([patch(apple, { unit_quantity: 3 })])
    server.change('orders', 7, { invoiced: true })
    const { refused } = await engine.saveNow()
    expect(refused[0]?.answer).toMatchObject({ status: 423, code: 'order_locked' })
    expect((await engine.db.items.get(apple.id))?.unit_quantity).toBe(0)
    expect(await engine.db.shadows.count()).toBe(0)
    server.change('orders', 7, { invoiced: false })
    await engine.pullNow()
    const again = await engine.retry(refused[0]!.mutation_id)
    expect(again).toMatchObject({ records: [{ retry_of: refused[0]!.mutation_id, seq: refused[0]!.seq }] })
    expect((await engine.db.items.get(apple.id))?.unit_quantity).toBe(3)
    expect(await engine.saveNow()).toMatchObject({ sent: 1 })
    expect(server.world.item(apple.id)?.unit_quantity).toBe(3)
  })

  it('is tried again with a reason if the server asks for one', async () => {
    const { server, engine } = await picker()
    await engine.commit([patch(apple, { unit_quantity: 3 })])
    server.change('orders', 7, { invoiced: true })
    const { refused } = await engine.saveNow()
    server.change('orders', 7, { invoiced: false })
    await engine.pullNow()
    const reason = 'Foreman allowed it'
    const again = await engine.retry(refused[0]!.mutation_id, reason)
    expect(again).toMatchObject({ records: [{ retry_of: refused[0]!.mutation_id, reason }] })
  })

  /** Scans a lot whose recall this device has not received. The count is refused, and its piece waits behind it. */
  async function refusedScan() {
    const { server, engine } = await picker()
    const raw_scan = '010000000000000210L7'
    const count = { ...scan(ham), raw_scan }
    const body = { order_item: ham.id, unit_type: 'u', lot_code: 'L7' }
    const made: NewEdit = { entity: 'ordersubitems', entity_id: uuid(60), method: 'POST', body, raw_scan }
    await engine.commit([count, made])
    server.fault = ({ path }) => {
      if (path !== 'sync/push') return null
      const [first, second] = server.pushes().at(-1)!
      const server_time = new Date(server.now).toISOString()
      const why = { code: 'needs_reason', message: 'Lot L7 is recalled.' }
      return json({
        results: [
          { mutation_id: first!.mutation_id, outcome: 'refused', status: 422, body: why, server_time },
          { mutation_id: second!.mutation_id, outcome: 'held', status: 424, body: null, server_time },
        ],
        server_time,
      })
    }
    const { refused, waiting } = await engine.saveNow()
    server.fault = () => null
    expect([refused.length, waiting]).toEqual([1, 1])
    return { server, engine, refused: refused[0]! }
  }

  it('of a scan raises one question: the reason is its piece’s too', async () => {
    const { server, engine, refused } = await refusedScan()
    const reason = 'Foreman allowed it'
    await engine.retry(refused.mutation_id, reason)
    expect(await engine.saveNow()).toMatchObject({ sent: 1, refused: [], waiting: 0 })
    expect(
      server
        .pushes()
        .at(-1)!
        .map((sent) => [sent.entity, sent.reason]),
    ).toEqual([
      ['orderitems', reason],
      ['ordersubitems', reason],
    ])
  })

  it('of a scan that is discarded takes its piece into the ledger with it', async () => {
    const { server, engine, refused } = await refusedScan()
    await engine.discard(refused.mutation_id)
    expect(await engine.db.outbox.count()).toBe(0)
    expect((await allEnded(engine.db)).map(({ end }) => end)).toEqual(['discarded', 'discarded'])
    expect(await engine.db.subitems.count()).toBe(0)
    expect(await engine.saveNow()).toMatchObject({ sent: 0 })
    // A push without edits reports to the server that no person has to decide here any more.
    expect(server.pushes().slice(1)).toEqual([[]])
  })

  it('that clashes is written over the other value when the person chooses their own', async () => {
    const { server, engine } = await picker()
    await engine.commit([patch(apple, { bin_override: 'Z9' })])
    server.change('items', apple.id, { bin_override: 'B2' })
    const { refused } = await engine.saveNow()
    await engine.pullNow()
    expect((await engine.db.items.get(apple.id))?.bin_override).toBe('B2')
    await engine.resolveConflict(refused[0]!.mutation_id, 'mine')
    expect((await engine.db.items.get(apple.id))?.bin_override).toBe('Z9')
    expect(await engine.saveNow()).toMatchObject({ sent: 1, refused: [] })
    expect(server.world.item(apple.id)?.bin_override).toBe('Z9')
  })
})

describe('merging edits before they are sent', () => {
  it('joins patches of one row that were never tried, under the oldest key and base', async () => {
    const { server, engine } = await picker()
    await engine.commit([patch(apple, { bin_override: 'A' })])
    await engine.commit([patch(apple, { bin_override: 'B', out_of_stock: true })])
    const records = await engine.db.outbox.toArray()
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({
      call: { body: { bin_override: 'B', out_of_stock: true } },
      base: { values: { bin_override: null, out_of_stock: false } },
    })
    await engine.saveNow()
    expect(server.world.item(apple.id)?.bin_override).toBe('B')
  })

  it('keeps fields that out of stock or another product changes apart from later ones', async () => {
    const { server, engine } = await picker()
    await engine.commit([patch(apple, { out_of_stock: true })])
    await engine.commit([patch(apple, { out_of_stock: false, unit_quantity: 4 })])
    const shown = await engine.db.items.get(apple.id)
    expect(shown).toMatchObject({ out_of_stock: false, unit_quantity: 4 })
    expect(await engine.saveNow()).toMatchObject({ sent: 2, waiting: 0 })
    expect(server.world.item(apple.id)).toMatchObject({ out_of_stock: false, unit_quantity: 4 })
  })

  it('never changes an edit of an exported file', async () => {
    const { engine } = await picker()
    await engine.commit([patch(apple, { bin_override: 'A' })])
    const { records } = await engine.exportOutbox()
    await engine.commit([patch(apple, { unit_quantity: 4 })])
    const kept = await engine.db.outbox.toArray()
    expect(kept.map(({ call }) => call.body)).toEqual([{ bin_override: 'A' }, { unit_quantity: 4 }])
    expect(kept[0]).toMatchObject({ mutation_id: records[0]!.mutation_id })
  })

  it('never joins a scan, another row, or an edit that may be on its way', async () => {
    const { server, device, engine } = await picker()
    await engine.commit([scan(apple)])
    await engine.commit([scan(apple)])
    await engine.commit([patch(apple, { picked: true })])
    await engine.commit([patch(ham, { picked: true })])
    await engine.commit([patch(apple, { picked: false })])
    expect(await engine.db.outbox.count()).toBe(5)
    server.fault = ({ path }) => (path === 'sync/push' ? new TypeError('no network') : null)
    await engine.saveNow()
    await engine.commit([patch(apple, { picked: true })])
    expect(await engine.db.outbox.count()).toBe(6)
    server.fault = () => null
    device.clock.pass(60_000)
    expect(await engine.saveNow()).toMatchObject({ sent: 6, refused: [] })
    expect(server.world.item(apple.id)).toMatchObject({ unit_quantity: 2, picked: true })
  })
})

describe('the server’s rows', () => {
  it('are stored under the pending edits, which stay on top', async () => {
    const { server, engine } = await picker()
    await engine.commit([scan(apple)])
    await engine.commit([scan(apple)])
    server.change('items', apple.id, { unit_quantity: 3, bin_override: 'C3' })
    await engine.pullNow()
    expect(await engine.db.items.get(apple.id)).toMatchObject({ unit_quantity: 5, bin_override: 'C3' })
    expect((await digest(engine.db)).items).toBe(digestRows([...server.world.rows.items.values()]))
    await engine.saveNow()
    expect((await engine.db.items.get(apple.id))?.unit_quantity).toBe(5)
    expect(server.world.item(apple.id)?.unit_quantity).toBe(5)
  })

  it('are stored under the waiting edits of their own line, left over of a batch or stored meanwhile', async () => {
    const { server, engine } = await picker()
    const edits = [scan(apple), scan(apple), scan(apple)]
    for (const edit of edits) await engine.commit([edit])
    let served = 0
    server.fault = ({ path, body }) => {
      if (path !== 'sync/push') return null
      if ((body as { mutations: unknown[] }).mutations.length > 1) return json({ message: 'too large' }, 413)
      if (++served > 1) return new TypeError('no network')
      void engine.commit([scan(apple)])
      return null
    }
    await engine.saveNow()
    expect(server.world.item(apple.id)?.unit_quantity).toBe(1)
    expect(await engine.db.outbox.count()).toBe(3)
    expect((await engine.db.items.get(apple.id))?.unit_quantity).toBe(4)
    expect((await engine.db.shadows.toArray())[0]).toMatchObject({ row: { unit_quantity: 1 } })
  })

  it('include many lines and their pieces at once', async () => {
    const { server, engine } = await picker()
    const many = Array.from({ length: 40 }, (_, n) => item(100 + n, 7))
    for (const line of many) server.put('items', line)
    await engine.pullNow()
    await engine.commit(many.map(scan))
    await engine.commit([
      {
        entity: 'ordersubitems',
        entity_id: uuid(500),
        method: 'POST',
        order: 7,
        body: { order_item: many[3]!.id, unit_type: 'u' },
      },
    ])
    expect(await engine.saveNow()).toMatchObject({ sent: 2, waiting: 0 })
    expect(server.written.size).toBe(41)
    expect(await engine.db.shadows.count()).toBe(0)
    expect(await engine.db.outbox.count()).toBe(0)
    const shown = await engine.db.items.bulkGet(many.map(({ id }) => id))
    expect(shown.map((line) => line?.unit_quantity)).toEqual(many.map(() => 1))
    expect(await engine.db.subitems.count()).toBe(1)
  })

  it('keep an item’s price in step with its pieces, before and after they are acknowledged', async () => {
    const { server, engine } = await picker()
    const weight = (n: number, lbs: string): NewEdit => ({
      entity: 'ordersubitems',
      entity_id: uuid(n),
      method: 'POST',
      body: { order_item: ham.id, unit_type: 'u', weight_lbs: lbs },
      order: 7,
    })
    await engine.commit([scan(ham), scan(ham), weight(70, '2.500')])
    const price = async () => (await engine.db.items.get(ham.id))?.final_price
    // One piece is weighed, the other counts at the average weight of 1 lb.
    expect(await price()).toBe('14.00')
    server.put('subitems', piece(71, ham, { weight_lbs: '9.000' }))
    await engine.pullNow()
    expect(await price()).toBe('46.00')
    await engine.saveNow()
    expect(await price()).toBe('46.00')
    await engine.commit([{ ...weight(70, '3.000'), method: 'PATCH' }])
    await engine.saveNow()
    // The answer held only the piece. The price does not fall back before the feed sends the item.
    expect(await price()).toBe('48.00')
    await engine.pullNow()
    expect(await price()).toBe('48.00')
    expect(await engine.db.shadows.count()).toBe(0)
    expect((await digest(engine.db)).items).toBe(digestRows([...server.world.rows.items.values()]))
  })

  it('of a full pull remove rows that the server no longer has, and pending edits of them are kept', async () => {
    const { server, engine } = await picker()
    await engine.commit([scan(apple)])
    await engine.commit([
      {
        entity: 'ordersubitems',
        entity_id: uuid(80),
        method: 'POST',
        body: { order_item: ham.id, unit_type: 'u' },
      },
    ])
    server.world.set('items', apple.id, null)
    server.epoch = 'restored'
    await engine.pullNow()
    expect(await engine.db.items.get(apple.id)).toBeUndefined()
    expect(await engine.db.subitems.get(uuid(80))).toBeDefined()
    expect(await engine.db.outbox.count()).toBe(2)
    const { sent, refused } = await engine.saveNow()
    expect(sent).toBe(1)
    expect(refused[0]?.answer).toMatchObject({ status: 404 })
  })

  it('of an order that left the scope take its items and pieces along', async () => {
    const { server, engine } = await picker()
    server.put('subitems', piece(90, ham))
    await engine.pullNow()
    await engine.commit([scan(ham)])
    server.remove('orders', 7)
    await engine.pullNow()
    expect(await engine.db.items.count()).toBe(0)
    expect(await engine.db.subitems.count()).toBe(0)
    expect(await engine.db.outbox.count()).toBe(1)
    server.put('orders', order(7, { version: 2 }))
    server.put('items', ham)
    await engine.pullNow()
    expect((await engine.db.items.get(ham.id))?.unit_quantity).toBe(1)
  })

  it('come in pages, and a page is stored only if the cursor is unchanged', async () => {
    const server = office()
    for (let n = 100; n < 150; n++) server.put('items', item(n, 7))
    const device = await makeDevice(server)
    const [one, two] = [await device.open(), await device.open()]
    await Promise.all([one.pullNow(), two.pullNow()])
    expect(await one.db.items.count()).toBe(52)
    expect((await digest(one.db)).items).toBe(digestRows([...server.world.rows.items.values()]))
  })
})

describe('two senders', () => {
  it('do not send at once: the lease names one, and expires when its owner is frozen', async () => {
    const { server, device, engine } = await picker()
    await engine.commit([scan(apple)])
    const other = await device.open()
    let release = () => {}
    const frozen = new Promise<void>((resolve) => (release = resolve))
    const { fetch } = device.env
    let answered = () => {}
    const isAnswered = new Promise<void>((resolve) => (answered = resolve))
    device.env.fetch = async (input, init) => {
      const answer = await server.fetch(input, init)
      answered()
      await frozen
      return answer
    }
    const first = engine.saveNow()
    await isAnswered
    device.env.fetch = fetch
    const lease = await other.db.meta.get('lease')
    expect(lease?.value).toMatchObject({ until: device.clock.ms + 45_000 })
    const timers = device.clock.timers
    const second = other.saveNow()
    // The second sender meets the lease, and looks again later.
    await vi.waitFor(() => expect(device.clock.timers).toBeGreaterThan(timers), { timeout: 5_000 })
    expect(server.pushes()).toHaveLength(1)
    device.clock.ms += 46_000
    device.clock.pass(300)
    expect(await second).toMatchObject({ sent: 1, waiting: 0 })
    release()
    await first
    expect([...server.written.values()]).toEqual([1])
    expect(server.world.item(apple.id)?.unit_quantity).toBe(1)
    expect(await countEnded(engine.db, 'applied')).toBe(1)
  })

  it('take over at once from a sender whose page was closed in the middle', async () => {
    const { server, device, engine } = await picker()
    await engine.commit([scan(apple)])
    const other = await device.open()
    // The lease of the closed page is still stored, but its lock is free.
    await other.db.meta.put({
      key: 'lease',
      value: { owner: 'a closed page', fence: 1, until: device.clock.ms + 45_000 },
    })
    expect(await other.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    expect(server.pushes()).toHaveLength(1)
  })
})
