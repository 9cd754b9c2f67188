import { describe, expect, it } from 'vitest'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { pulledDevice } from './testing/device.ts'
import { editsIn, json, serverWith } from './testing/fake-server.ts'
import { order, user } from '#contract/testing/rows.ts'

const chef = user({ role_id: 5 })
const placed = (id: string, note = ''): NewEdit => ({
  entity: 'orders',
  entity_id: id,
  method: 'POST',
  body: {
    customer: 5,
    submitted_date: '2026-11-21',
    created_date: '2026-11-21',
    total: '12.50',
    order_items: [{ product: '1', original_product: '1', unit_quantity: 2, case_quantity: 0 }],
    delivery_date: '2026-11-22',
    note,
  },
})
async function kitchen() {
  const server = serverWith()
  return { server, ...(await pulledDevice(server, chef)) }
}

describe('a small fact', () => {
  it('is computed from its current value: simultaneous changes are all kept', async () => {
    const { engine } = await kitchen()
    const more = () =>
      engine.amend('presses', { make: (before) => ((before as number | undefined) ?? 0) + 1 })
    await Promise.all([more(), more(), more()])
    expect(await engine.recall('presses')).toBe(3)
  })
})

describe('an order that is placed', () => {
  it('waits on the device and empties its cart in the same moment', async () => {
    const { engine } = await kitchen()
    await engine.remember('cart', ['oil'])
    const result = await engine.commit([placed(engine.newId())], { amend: { cart: { make: () => [] } } })
    expect(result.kind).toBe('committed')
    expect(await engine.recall('cart')).toEqual([])
    expect(await engine.db.outbox.toArray()).toMatchObject([
      { entity: 'orders', order: null, state: 'pending', call: { method: 'POST', path: 'orders/' } },
    ])
    expect(await engine.db.orders.count()).toBe(1)
  })

  it('leaves the cart unchanged if it is refused at once', async () => {
    const { engine } = await kitchen()
    await engine.remember('cart', ['oil'])
    const empty = placed(engine.newId())
    const result = await engine.commit([{ ...empty, body: { ...empty.body, order_items: [] } }], {
      amend: { cart: { make: () => [] } },
    })
    expect(result.kind).toBe('refused')
    expect(await engine.recall('cart')).toEqual(['oil'])
    expect(await engine.db.outbox.count()).toBe(0)
  })

  it('is sent again with the same bytes after a lost answer and a restart, and is written once', async () => {
    const { server, device, engine } = await kitchen()
    await engine.commit([placed(engine.newId())])
    server.fault = ({ path }) => (path === 'sync/push' ? 'lose-answer' : null)
    await engine.saveNow()
    await engine.close()
    server.fault = () => null
    const after = await device.open()
    device.clock.pass(60_000)
    expect(await after.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    const [first, second] = server.calls.filter(({ path }) => path === 'sync/push').map(({ text }) => text)
    expect(editsIn(second)).toBe(editsIn(first))
    expect([...server.written.values()]).toEqual([1])
    expect(await after.db.outbox.count()).toBe(0)
  })

  it('that is refused stops no other, is kept, and can be tried again or discarded', async () => {
    const { server, engine } = await kitchen()
    const bad = engine.newId()
    await engine.commit([placed(bad, 'bad')])
    await engine.commit([placed(engine.newId(), 'good')])
    server.fault = ({ path, body }) => {
      if (path !== 'sync/push') return null
      const { mutations } = body as { mutations: { mutation_id: string; call: { body: { note: string } } }[] }
      const server_time = '2026-11-21T12:00:00.000Z'
      const results = mutations.map(({ mutation_id, call }) =>
        call.body.note === 'bad'
          ? { mutation_id, outcome: 'refused', status: 400, body: { message: 'no' }, server_time }
          : { mutation_id, outcome: 'applied', status: 201, body: order(8), server_time },
      )
      return json({ results, server_time })
    }
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0, refused: [{ entity_id: bad }] })
    const [kept] = await engine.db.outbox.toArray()
    expect(kept).toMatchObject({ state: 'refused', answer: { message: 'no' } })
    await engine.pullNow()
    const again = await engine.retry(kept!.mutation_id)
    expect(again).toMatchObject({ kind: 'committed', records: [{ retry_of: kept!.mutation_id }] })
    await engine.saveNow()
    const [still] = await engine.db.outbox.toArray()
    expect(await engine.discard(still!.mutation_id)).toBe(true)
    expect(await engine.db.outbox.count()).toBe(0)
  })
})
