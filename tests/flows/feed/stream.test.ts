import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeOrder, makeOrderList, makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
let address: string
const open: Stream[] = []

beforeAll(async () => {
  address = await flow.server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => Promise.all(open.splice(0).map((stream) => stream.close())))

interface Stream {
  headers: Headers
  /** Resolves with the next event, however long it takes. */
  next(): Promise<string>
  /** Resolves with the number of events until the server ends the stream. */
  rest(): Promise<number>
  close(): Promise<void>
}

/** Opens the stream of a device of its own, and reads past the event that every stream begins with. */
async function listen(username: string): Promise<Stream> {
  // A second sign-in on one device would end the stream of the first.
  const { access } = await flow.server.signIn(username, `listener ${open.length}`)
  const leave = new AbortController()
  const { headers, body } = await fetch(`${address}/api/sync/stream`, {
    headers: { authorization: `Bearer ${access}` },
    signal: leave.signal,
  })
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const stream: Stream = {
    headers,
    async next() {
      while (!text.includes('\n\n')) {
        const { done, value } = await reader.read()
        if (done) throw new Error('the stream has ended')
        text += value
      }
      const [event = ''] = text.split('\n\n', 1)
      text = text.slice(event.length + 2)
      return event.startsWith(':') ? stream.next() : event
    },
    async rest() {
      for (let count = 0; ; count++) {
        const event = await stream.next().catch(() => null)
        if (event === null) return count
      }
    },
    async close() {
      await reader.cancel().catch(() => {})
      leave.abort()
    },
  }
  open.push(stream)
  expect(await stream.next()).toBe(MOVED)
  return stream
}
const MOVED = 'event: cursor\ndata: {}'
const change = (item: { id: string }, coupon_note: string) =>
  flow.server.call(flow.house.as.office, 'PATCH', `orderitems/${item.id}`, { body: { coupon_note } })

describe('the change stream', () => {
  it('says that the cursor moved when another device changed something, and nothing of what', async () => {
    const stream = await listen(flow.house.as.picker)
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(stream.headers.get('cache-control')).toBe('no-store')
    await change(flow.house.item, 'by somebody else')
    expect(await stream.next()).toBe(MOVED)
    const { body } = await flow.server.call(flow.house.as.picker, 'GET', 'sync/changes')
    expect(body.cursor).toEqual(expect.any(String))
  })

  it('notifies every device of staff, of any company’s orders', async () => {
    const streams = [await listen(flow.house.as.picker), await listen(flow.house.as.foreman)]
    await change(flow.house.elsewhere.item, 'elsewhere')
    expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([MOVED, MOVED])
  })

  it('notifies of what an order’s own calls change: deletion, invoice and unlock', async () => {
    const stream = await listen(flow.house.as.customer)
    const { id } = await makeOrder(flow.pool, orderAt(flow.house.location))
    for (const [path, body] of [
      [`orders/${id}/generateinvoice`, { confirm_nothing: true }],
      [`orders/${id}/unlock`, {}],
    ] as const) {
      await flow.server.call(flow.house.as.office, 'POST', path, { body })
      expect(await stream.next()).toBe(MOVED)
    }
    await flow.server.call(flow.house.as.office, 'DELETE', `orders/${id}`)
    expect(await stream.next()).toBe(MOVED)
  })

  it('notifies all devices of a barcode, which all people share', async () => {
    const stream = await listen(flow.house.as.stranger)
    const body = { barcode: '555', product: flow.house.elsewhere.item.product }
    await flow.server.call(flow.house.as.office, 'POST', 'barcodealternates', { body })
    expect(await stream.next()).toBe(MOVED)
  })

  it('notifies a company of its order list, both companies of one that moves, and all of a public one', async () => {
    const [mine, theirs] = [await listen(flow.house.as.customer), await listen(flow.house.as.stranger)]
    const { product } = flow.house.item
    const { pool } = flow
    const own = await makeOrderList(pool, [], { company_location_id: flow.house.location.id })
    const row = { upc: product, category_name: 'Pantry' }
    await flow.server.call(flow.house.as.office, 'POST', `orderlists/${own}/addproduct/`, { body: row })
    expect(await mine.next()).toBe(MOVED)
    const body = { company_location: flow.house.elsewhere.location.id }
    await flow.server.call(flow.house.as.office, 'PATCH', `orderlists/${own}`, { body })
    expect([await mine.next(), await theirs.next()]).toEqual([MOVED, MOVED])
    const open = await makeOrderList(pool, [], {
      company_location_id: flow.house.location.id,
      is_public: true,
    })
    await flow.server.call(flow.house.as.office, 'POST', `orderlists/${open}/addproduct/`, { body: row })
    expect([await mine.next(), await theirs.next()]).toEqual([MOVED, MOVED])
  })

  it('does not notify a customer of what only the house sees: a lot that was called back', async () => {
    const [staff, customer] = [await listen(flow.house.as.picker), await listen(flow.house.as.customer)]
    const body = { product: flow.house.item.product, lot_code: 'L-1' }
    const { status } = await flow.server.call(flow.house.as.office, 'POST', 'recalledlots', { body })
    expect([status, await staff.next()]).toEqual([201, MOVED])
    // The next change is sent to both. If the customer had an event for the lot, one more would be left.
    await change(flow.house.item, 'of their own')
    expect([await staff.next(), await customer.next()]).toEqual([MOVED, MOVED])
    const left = customer.rest()
    await flow.pool.query('update users set account_lock = true where username = $1', [
      flow.house.as.customer,
    ])
    expect(await left).toBe(0)
    await flow.pool.query('update users set account_lock = false where username = $1', [
      flow.house.as.customer,
    ])
  })

  it('notifies each of many devices of the last change, also of one that comes during the notices', async () => {
    const streams: Stream[] = []
    for (let n = 0; n < 5; n++) {
      const { username } = await makeUser(flow.pool, 'picker')
      for (let k = 0; k < 7; k++) streams.push(await listen(username))
    }
    await change(flow.house.item, 'first of two')
    // The first stream has its event, and most of the others do not have theirs yet.
    expect(await streams[0]!.next()).toBe(MOVED)
    await change(flow.house.item, 'second of two')
    expect(await streams[0]!.next()).toBe(MOVED)
    const pulled = await Promise.all(streams.slice(1).map((stream) => stream.next()))
    expect(pulled).toEqual(Array(34).fill(MOVED))
    expect(await Promise.all(streams.slice(1).map((stream) => stream.next()))).toEqual(Array(34).fill(MOVED))
  })

  it('notifies of many changes at most four times a second', async () => {
    const stream = await listen(flow.house.as.picker)
    const began = performance.now()
    const counting = stream.rest()
    // The changes last as long as four events take.
    for (let n = 0; performance.now() - began < 1_000; n++) await change(flow.house.item, `change ${n}`)
    const seconds = (performance.now() - began) / 1_000
    await stream.close()
    const told = await counting
    expect(told).toBeGreaterThan(0)
    expect(told).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
  })

  it('serves eight devices of a person: the one that has listened longest gives way to a ninth', async () => {
    const { username } = await makeUser(flow.pool, 'picker')
    const streams: Stream[] = []
    for (let n = 0; n < 9; n++) streams.push(await listen(username))
    // The oldest stream ends. Before that it may still report a change of an earlier test.
    await streams[0]!.rest()
    await change(flow.house.item, 'to eight')
    expect(await Promise.all(streams.slice(1).map((stream) => stream.next()))).toEqual(Array(8).fill(MOVED))
  })

  it.each([
    ['a lock', 'update users set account_lock = true where username = $1'],
    ['another role', 'update users set role_id = 12 where username = $1'],
    [
      'another company',
      'update users set role_id = 20, is_staff = false, company_id = (select max(id) from companies) where username = $1',
    ],
    [
      'a sign-out',
      'update sessions set revoked_at = now() where user_id = (select id from users where username = $1)',
    ],
  ])('ends by %s', async (_what, sql) => {
    const { username } = await makeUser(flow.pool, 'picker')
    const [stream, other] = [await listen(username), await listen(flow.house.as.picker)]
    await flow.pool.query(sql, [username])
    await stream.rest()
    await change(flow.house.item, 'goes on')
    expect(await other.next()).toBe(MOVED)
  })

  it('leaves nothing behind where a device goes before it is answered, and answers a HEAD', async () => {
    const { access } = await flow.server.signIn(flow.house.as.picker)
    const { port, hostname } = new URL(address)
    for (let n = 0; n < 20; n++)
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(`GET /api/sync/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${access}\r\n\r\n`)
          socket.destroy()
        })
        socket.on('close', () => resolve())
        socket.on('error', () => {})
      })
    const head = await fetch(`${address}/api/sync/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${access}` },
    })
    expect(head.status).toBe(404)
    // The person has this one stream: connections that are gone do not count.
    const stream = await listen(flow.house.as.picker)
    await change(flow.house.item, 'one is there')
    expect(await stream.next()).toBe(MOVED)
  })

  it('checks who may listen with one connection, however long the database takes to answer', async () => {
    await listen(flow.house.as.picker)
    const holder = await flow.pool.connect()
    const waiting = async () =>
      (
        await flow.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and query like '%with ordinality as l(user_id, session_id, n)%'`,
        )
      ).rowCount
    try {
      // As a migration locks a table.
      await holder.query('begin')
      await holder.query('lock table users in access exclusive mode')
      await expect.poll(waiting).toBe(1)
      // Two more checks are due meanwhile.
      await delay(2_500)
      expect(await waiting()).toBe(1)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  it('goes on after an unreadable notification, which is logged', async () => {
    const stream = await listen(flow.house.as.picker)
    for (const payload of ['not JSON', '{"a":1}', ''])
      await flow.pool.query(`select pg_notify('larder_changes', $1)`, [payload])
    await change(flow.house.item, 'afterwards')
    expect(await stream.next()).toBe(MOVED)
    const said = flow.server.logged.filter(({ msg }) => /cannot be read/.test(msg))
    expect(said.map(({ level }) => level)).toEqual([40, 40, 40])
  })

  // This test is the last one: it stops the server, so every stream ends and no event can come any more.
  it('A005 notifies a customer of their own company’s changes, and never of another’s', async () => {
    const [mine, theirs, staff] = [
      await listen(flow.house.as.customer),
      await listen(flow.house.as.stranger),
      await listen(flow.house.as.picker),
    ]
    for (const note of ['one', 'two', 'three']) {
      await change(flow.house.elsewhere.item, note)
      expect([await staff.next(), await theirs.next()]).toEqual([MOVED, MOVED])
    }
    await change(flow.house.item, 'at last')
    expect([await staff.next(), await mine.next()]).toEqual([MOVED, MOVED])
    await flow.server.app.close()
    expect([await mine.rest(), await theirs.rest(), await staff.rest()]).toEqual([0, 0, 0])
  })
})
