import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../factories/app.ts'
import { makeOrder, makeOrderList } from '../factories/business.ts'
import { makeHouse, orderAt, type House } from '../factories/house.ts'

let server: TestServer
let house: House
let address: string
const open: Stream[] = []

beforeAll(async () => {
  server = await testServer()
  house = await makeHouse(server.database.pool)
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())
afterEach(() => Promise.all(open.splice(0).map((stream) => stream.close())))

interface Stream {
  headers: Headers
  /** The next event, however long it takes. */
  next(): Promise<string>
  /** How many events come until the server ends the stream. */
  rest(): Promise<number>
  close(): Promise<void>
}

/** A device that listens, past the event that every stream begins with. */
async function listen(username: string): Promise<Stream> {
  const { access } = await server.signIn(username)
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
  server.call(house.as.office, 'PATCH', `orderitems/${item.id}`, { body: { coupon_note } })

describe('the change stream', () => {
  it('says that the cursor moved when another device changed something, and nothing of what', async () => {
    const stream = await listen(house.as.picker)
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(stream.headers.get('cache-control')).toBe('no-store')
    await change(house.item, 'by somebody else')
    expect(await stream.next()).toBe(MOVED)
    const { body } = await server.call(house.as.picker, 'GET', 'sync/changes')
    expect(body.cursor).toEqual(expect.any(String))
  })

  it('tells every device of staff, of any company’s orders', async () => {
    const streams = [await listen(house.as.picker), await listen(house.as.foreman)]
    await change(house.elsewhere.item, 'elsewhere')
    expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([MOVED, MOVED])
  })

  it('tells of what an order’s own calls change: deletion, invoice and unlock', async () => {
    const stream = await listen(house.as.customer)
    const { id } = await makeOrder(server.database.pool, orderAt(house.location))
    for (const path of [`orders/${id}/generateinvoice`, `orders/${id}/unlock`]) {
      await server.call(house.as.office, 'POST', path, { body: {} })
      expect(await stream.next()).toBe(MOVED)
    }
    await server.call(house.as.office, 'DELETE', `orders/${id}`)
    expect(await stream.next()).toBe(MOVED)
  })

  it('tells everybody of a barcode, which is everybody’s', async () => {
    const stream = await listen(house.as.stranger)
    const body = { barcode: '555', product: house.elsewhere.item.product }
    await server.call(house.as.office, 'POST', 'barcodealternates', { body })
    expect(await stream.next()).toBe(MOVED)
  })

  it('tells a company of its order list, both companies of one that moves, and everybody of a public one', async () => {
    const [mine, theirs] = [await listen(house.as.customer), await listen(house.as.stranger)]
    const { product } = house.item
    const { pool } = server.database
    const own = await makeOrderList(pool, [], { company_location_id: house.location.id })
    const row = { upc: product, category_name: 'Pantry' }
    await server.call(house.as.office, 'POST', `orderlists/${own}/addproduct/`, { body: row })
    expect(await mine.next()).toBe(MOVED)
    const body = { company_location: house.elsewhere.location.id }
    await server.call(house.as.office, 'PATCH', `orderlists/${own}`, { body })
    expect([await mine.next(), await theirs.next()]).toEqual([MOVED, MOVED])
    const open = await makeOrderList(pool, [], { company_location_id: house.location.id, is_public: true })
    await server.call(house.as.office, 'POST', `orderlists/${open}/addproduct/`, { body: row })
    expect([await mine.next(), await theirs.next()]).toEqual([MOVED, MOVED])
  })

  // The last one: it stops the server, so that every stream ends and no event can come any more.
  it('A005 tells a customer of their own company’s changes, and never of another’s', async () => {
    const [mine, theirs, staff] = [
      await listen(house.as.customer),
      await listen(house.as.stranger),
      await listen(house.as.picker),
    ]
    for (const note of ['one', 'two', 'three']) {
      await change(house.elsewhere.item, note)
      expect([await staff.next(), await theirs.next()]).toEqual([MOVED, MOVED])
    }
    await change(house.item, 'at last')
    expect([await staff.next(), await mine.next()]).toEqual([MOVED, MOVED])
    await server.app.close()
    expect([await mine.rest(), await theirs.rest(), await staff.rest()]).toEqual([0, 0, 0])
  })
})
