/** Ordered and staged products leave the cart once and with one outcome, whichever tab or worker sends them. */
import { describe, expect, it } from 'vitest'
import type { PlaceOrder } from '#contract/orders/place.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { Engine } from '#src/sync/engine.ts'
import { createFlusher } from '#src/sync/send/flush.ts'
import { makeDevice, type Device } from '#src/sync/testing/device.ts'
import { FakeServer, json } from '#src/sync/testing/fake-server.ts'
import { order as orderRow, user } from '#contract/testing/rows.ts'
import { EMPTY_CART, putBack, wholeCart, type Cart, type OrderingCustomer } from '../cart/index.ts'
import { allAwaited, changeCart, readCart } from '../carts.ts'
import { placeCart, placedWords, stageCart } from './place.ts'
import { settleLeft, takeOrderBack } from './taken-back.ts'

const chef = user({ role_id: 5, company: 1, company_location: [1] })
const customer: OrderingCustomer = {
  id: chef.id,
  name: 'chef',
  company_id: 1,
  company_location: [1],
  company_location_data: [],
}
const TWO = { display_unit_price: '2.00', display_case_price: '20.00' }
const cartOf = (amounts: Record<string, number>): Cart =>
  wholeCart(
    Object.entries(amounts).map(([upc, unit_in_cart]) => ({
      upc,
      unit_in_cart,
      case_in_cart: 0,
      added_in_cart: true,
      added_through_sub: false,
      price_per_unit: '2.00',
      price_per_case: '20.00',
    })),
    () => TWO,
  )
const orderFor = (cart: Cart): PlaceOrder => ({
  customer: chef.id,
  submitted_date: '2026-11-21',
  created_date: '2026-11-21',
  total: cart.total,
  delivery_date: '2026-11-22',
  order_items: cart.products.map(({ upc, unit_in_cart }) => ({
    product: upc,
    original_product: upc,
    unit_quantity: unit_in_cart,
    case_quantity: 0,
  })),
  prices_seen: cart.products.map(({ upc }) => ({
    product: upc,
    price_per_unit: '2.00',
    price_per_case: '20.00',
  })),
})
const amounts = ({ products }: Cart) =>
  Object.fromEntries(products.map(({ upc, unit_in_cart }) => [upc, unit_in_cart]))
const put = (engine: Engine, more: Record<string, number>) =>
  changeCart(engine, chef.id, (cart) => putBack(cart, cartOf(more)))

/** Makes the server answer each edit by itself. It applies the edits that are not refused. */
function answering(
  server: FakeServer,
  isRefused: (edit: Mutation) => boolean,
  refusal = { status: 400, body: { message: 'Its day is over.', code: 'invalid' } },
): void {
  const server_time = '2026-11-21T12:00:00.000Z'
  server.fault = ({ path, body }) => {
    if (path !== 'sync/push') return null
    const { mutations } = body as { mutations: Mutation[] }
    const results = mutations.map((edit, n) =>
      isRefused(edit)
        ? {
            mutation_id: edit.mutation_id,
            outcome: 'refused',
            ...refusal,
            server_time,
          }
        : {
            mutation_id: edit.mutation_id,
            outcome: 'applied',
            status: 201,
            body: edit.entity === 'orders' ? { ...orderRow(70 + n) } : null,
            server_time,
          },
    )
    return json({ results, server_time })
  }
}

const WITHDRAWN = { status: 409, body: { message: 'It was taken back.', code: 'withdrawn' } }

const onFault = (words: string) => Promise.reject(new Error(`No fault was expected: ${words}`))

type Sender = 'this tab' | 'another tab' | 'the worker'
const SENDERS: Sender[] = ['this tab', 'another tab', 'the worker']

async function kitchen() {
  const server = new FakeServer()
  server.put('orders', orderRow(7))
  const device = await makeDevice(server, chef)
  const [engine, other] = [await device.open(), await device.open()]
  await engine.pullNow()
  return { server, device, engine, other }
}

/** Returns the engine of a tab whose edits `sender` has sent by the time that the tab sends. */
function sentBy(sender: Sender, engine: Engine, other: Engine, device: Device): Engine {
  if (sender === 'this tab') return engine
  const send =
    sender === 'another tab'
      ? () => other.saveNow()
      : async () => {
          const deviceId = await device.session.deviceId()
          const { db } = other
          const { env, client } = device
          return createFlusher({
            db,
            env,
            client,
            deviceId,
            owner: 'worker',
            now: env.now,
            person: chef,
          }).run(true)
        }
  return {
    ...engine,
    async saveNow() {
      await send()
      // The other tab does this by itself while this one still waits.
      void takeAllBack(other)
      return engine.saveNow()
    },
  }
}

/** Takes orders back as `useTakenBack` does in each tab. */
async function takeAllBack(engine: Engine): Promise<void> {
  const refused = await engine.db.outbox.where('state').equals('refused').toArray()
  const awaited = await allAwaited(engine)
  await Promise.all([
    ...refused.map((record) => takeOrderBack(engine, record)),
    ...awaited.map((one) => settleLeft(engine, one.customer, one.awaited)),
  ])
}

describe.each(SENDERS)('an order of a cart that %s sends', (sender) => {
  it('is placed, and later additions to the cart stay', async () => {
    const { server, device, engine, other } = await kitchen()
    answering(server, () => false)
    await put(engine, { oil: 3 })
    const shown = await readCart(engine, chef.id)
    await put(engine, { oil: 1, rice: 2 })
    const reach = { engine: sentBy(sender, engine, other, device), serverReachable: true, onFault }
    const placed = await placeCart(reach, customer, shown, orderFor(shown))
    expect(placed.kind).toBe('sent')
    await takeAllBack(other)
    expect(await readCart(engine, chef.id)).toMatchObject({ total: '6.00' })
    expect(amounts(await readCart(engine, chef.id))).toEqual({ oil: 1, rice: 2 })
    expect(await allAwaited(engine)).toEqual([])
  })

  it('is in the cart exactly once when it is refused, and does not show as placed', async () => {
    const { server, device, engine, other } = await kitchen()
    answering(server, () => true)
    await put(engine, { oil: 3 })
    const shown = await readCart(engine, chef.id)
    const reach = { engine: sentBy(sender, engine, other, device), serverReachable: true, onFault }
    await expect(placeCart(reach, customer, shown, orderFor(shown))).rejects.toThrow(
      'There was an issue saving the order\nIts day is over.',
    )
    await Promise.all([takeAllBack(other), takeAllBack(engine)])
    expect(await readCart(engine, chef.id)).toEqual(shown)
    expect(await engine.db.outbox.count()).toBe(0)
    expect(await allAwaited(engine)).toEqual([])
  })

  it('is staged except its refused products, which stay in the cart with the words', async () => {
    const { server, device, engine, other } = await kitchen()
    answering(server, ({ call }) => call.body?.['upc'] === 'rice')
    await put(engine, { oil: 3, rice: 2 })
    const shown = await readCart(engine, chef.id)
    await put(engine, { oil: 1 })
    const reach = { engine: sentBy(sender, engine, other, device), serverReachable: true, onFault }
    expect(await stageCart(reach, customer, shown)).toBe('refused')
    await Promise.all([takeAllBack(other), takeAllBack(engine)])
    const cart = await readCart(engine, chef.id)
    expect(amounts(cart)).toEqual({ oil: 1, rice: 2 })
    expect(cart.refused?.words).toBe(
      'There was an issue saving items to the staged order\nrice: Its day is over.',
    )
    expect(await engine.db.outbox.count()).toBe(0)
    expect(await allAwaited(engine)).toEqual([])
  })
})

describe.each(SENDERS)('a fault that is answered to %s', (sender) => {
  const faulty = async (status: number) => {
    const { server, device, engine, other } = await kitchen()
    server.fault = ({ path }) => (path === 'sync/push' ? json({ message: 'Out of order.' }, status) : null)
    await put(engine, { oil: 3, rice: 2 })
    return { server, engine: sentBy(sender, engine, other, device), other }
  }

  it.each([500, 502])('keeps cart and order until the person has read it (%i)', async (status) => {
    const { engine, other } = await faulty(status)
    const shown = await readCart(engine, chef.id)
    let heard = ''
    const reach = {
      engine,
      serverReachable: true,
      async onFault(words: string) {
        heard = words
        expect(await readCart(other, chef.id)).toEqual(shown)
        expect(await other.db.outbox.count()).toBe(1)
        return 'keep trying' as const
      },
    }
    const placed = await placeCart(reach, customer, shown, orderFor(shown))
    expect([heard, placed]).toEqual(['Out of order.', { kind: 'waits', why: null }])
    expect(await readCart(other, chef.id)).toEqual(EMPTY_CART)
    expect(await other.db.outbox.count()).toBe(1)
  })

  it.each([true, false])(
    'holds an order that is taken back until the server has said whether it has it (%s)',
    async (isPlaced) => {
      const { server, engine, other } = await faulty(502)
      const shown = await readCart(engine, chef.id)
      const reach = { engine, serverReachable: true, onFault: () => Promise.resolve('take back' as const) }
      const placed = await placeCart(reach, customer, shown, orderFor(shown))
      expect(placed).toEqual({ kind: 'taken back', isOver: false })
      expect(placedWords(placed)).toBe(
        'The order is taken back as soon as the server answers, unless it was placed already.',
      )
      expect(await readCart(other, chef.id)).toEqual(shown)
      const [waiting] = await other.db.outbox.toArray()
      expect(waiting).toMatchObject({ state: 'pending', withdrawn: true })
      // Its products cannot be ordered a second time meanwhile.
      await expect(placeCart(reach, customer, shown, orderFor(shown))).rejects.toThrow('The cart was changed')

      answering(server, () => !isPlaced, WITHDRAWN)
      await engine.saveNow()
      await takeAllBack(engine)
      expect(server.pushes().flat().at(-1)).toMatchObject({
        mutation_id: waiting!.mutation_id,
        withdrawn: true,
      })
      expect(await other.db.outbox.count()).toBe(0)
      expect(await allAwaited(other)).toEqual([])
      expect(await readCart(other, chef.id)).toEqual(isPlaced ? EMPTY_CART : shown)
    },
  )

  it('reports at once that an order is taken back, or that it was placed, if the server has answered', async () => {
    for (const isPlaced of [true, false]) {
      const { server, engine } = await faulty(502)
      const shown = await readCart(engine, chef.id)
      const onFault = () => {
        answering(server, () => !isPlaced, WITHDRAWN)
        return Promise.resolve('take back' as const)
      }
      const reach = { engine, serverReachable: true, onFault }
      const words = placedWords(await placeCart(reach, customer, shown, orderFor(shown)))
      if (isPlaced) expect(words).toMatch(/^It was placed already/)
      else expect(words).toBe('The order is taken back. Nothing was ordered.')
      expect(await readCart(engine, chef.id)).toEqual(isPlaced ? EMPTY_CART : shown)
    }
  })

  it.each([500, 503])('leaves the products for the staged order in the cart (%i)', async (status) => {
    const { engine, other } = await faulty(status)
    const shown = await readCart(engine, chef.id)
    expect(await stageCart({ engine, serverReachable: true }, customer, shown)).toBe('refused')
    const cart = await readCart(other, chef.id)
    expect(amounts(cart)).toEqual({ oil: 3, rice: 2 })
    expect(cart.refused?.words).toBe('There was an issue saving items to the staged order\nOut of order.')
    expect(await other.db.outbox.count()).toBe(0)
    expect(await other.db.staged.count()).toBe(0)
  })
})

describe('a cart', () => {
  it('keeps a waiting order that is refused while another one is confirmed', async () => {
    for (const serverReachable of [true, false]) {
      const { server, engine } = await kitchen()
      await put(engine, { rice: 12 })
      const waiting = await readCart(engine, chef.id)
      await placeCart({ engine, serverReachable: false, onFault }, customer, waiting, orderFor(waiting))
      expect(await readCart(engine, chef.id)).toEqual(EMPTY_CART)
      await put(engine, { oil: 3 })
      const shown = await readCart(engine, chef.id)
      answering(server, () => true)
      await engine.saveNow()
      await takeAllBack(engine)
      answering(server, () => false)
      await placeCart({ engine, serverReachable, onFault }, customer, shown, orderFor(shown))
      const cart = await readCart(engine, chef.id)
      expect(amounts(cart)).toEqual({ rice: 12 })
      expect(cart.refused?.words).toContain('Its day is over.')
    }
  })

  it('is ordered once when two tabs confirm it', async () => {
    const { server, engine, other } = await kitchen()
    answering(server, () => false)
    await put(engine, { oil: 3 })
    const shown = await readCart(engine, chef.id)
    const tries = await Promise.allSettled(
      [engine, other].map((one) =>
        placeCart({ engine: one, serverReachable: true, onFault }, customer, shown, orderFor(shown)),
      ),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(server.pushes().flat()).toHaveLength(1)
    expect(await readCart(engine, chef.id)).toEqual(EMPTY_CART)
  })

  it('holds the ordered products until the answer is stored, and not longer', async () => {
    const { server, engine, other } = await kitchen()
    await put(engine, { oil: 3 })
    const shown = await readCart(engine, chef.id)
    let during: Cart | null = null
    let after: Cart | null = null
    answering(server, () => false)
    const watching = {
      ...engine,
      async saveNow() {
        during = await readCart(other, chef.id)
        const saved = await engine.saveNow()
        after = await readCart(other, chef.id)
        return saved
      },
    }
    await placeCart({ engine: watching, serverReachable: true, onFault }, customer, shown, orderFor(shown))
    expect(during).toEqual(shown)
    expect(after).toEqual(EMPTY_CART)
  })

  /** Places an order from a page that ends before it receives an answer. The lock under its name is then free. */
  async function placedAndKilled() {
    const { server, engine, other, device } = await kitchen()
    server.fault = ({ path }) => (path === 'sync/push' ? new TypeError('no network') : null)
    await put(engine, { oil: 3 })
    const shown = await readCart(engine, chef.id)
    const killed = () => Promise.reject(new Error('killed'))
    const dead = { ...engine, saveNow: killed, requireStorage: killed }
    await expect(
      placeCart({ engine: dead, serverReachable: true, onFault }, customer, shown, orderFor(shown)),
    ).rejects.toThrow('killed')
    expect(await readCart(other, chef.id)).toEqual(shown)
    return { server, engine, other, device, shown }
  }

  it('loses the ordered products if the page that waited is gone, and has them again after a refusal', async () => {
    const { server, engine, other, device } = await placedAndKilled()
    await takeAllBack(other)
    expect(await readCart(other, chef.id)).toEqual(EMPTY_CART)
    answering(server, () => true)
    device.clock.pass(60_000)
    await other.saveNow()
    await Promise.all([takeAllBack(other), takeAllBack(engine)])
    expect(amounts(await readCart(other, chef.id))).toEqual({ oil: 3 })
  })

  it('that still holds the refused products, because the page that waited ended, does not get them twice', async () => {
    const { server, engine, other, device, shown } = await placedAndKilled()
    answering(server, () => true)
    device.clock.pass(60_000)
    await other.saveNow()
    await Promise.all([takeAllBack(other), takeAllBack(engine)])
    expect(await readCart(other, chef.id)).toMatchObject(shown)
    expect((await readCart(other, chef.id)).refused?.words).toContain('Its day is over.')
    expect(await other.db.outbox.count()).toBe(0)
  })
})
