/** Edits that make no sense apart, on the device: sent, refused, tried again and given up together. */
import { describe, expect, it } from 'vitest'
import { asOne } from '#contract/orders/acts.ts'
import { MOST_PARTS } from '#contract/sync/mutation.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { allEnded } from './store/ledger.ts'
import { pulledDevice } from './testing/device.ts'
import { json, serverWith, type FakeServer } from './testing/fake-server.ts'
import { item, product, weighed } from '#contract/testing/rows.ts'

const [apple, pear, plum] = [item(1, 7), item(2, 7), item(3, 7)]

const patch = (of: { id: string }, body: Record<string, unknown>): NewEdit => ({
  entity: 'orderitems',
  entity_id: of.id,
  method: 'PATCH',
  body,
  order: 7,
})

async function picker() {
  const server = serverWith(apple, pear, plum)
  for (const upc of ['1', '2', '3']) server.world.products.set(upc, product(upc))
  const { device, engine } = await pulledDevice(server)
  const both = asOne([patch(apple, { unit_quantity: 3 }), patch(pear, { unit_quantity: 2 })], engine.newId)
  const shown = async () =>
    (await engine.db.items.bulkGet([apple.id, pear.id])).map((row) => row?.unit_quantity)
  return { server, device, engine, both, shown }
}

/** The second part of what is sent clashes, so the first is held, as the server answers an act. */
function clash(server: FakeServer): void {
  server.fault = ({ path }) => {
    if (path !== 'sync/push') return null
    const [first, second] = server.pushes().at(-1)!
    const server_time = new Date(server.now).toISOString()
    const fields = { unit_quantity: { mine: 2, theirs: 1, base: 0 } }
    const body = { code: 'conflict', message: 'Somebody else changed it.', fields, deleted: false }
    return json({
      results: [
        { mutation_id: first!.mutation_id, outcome: 'held', status: 424, body: null, server_time },
        { mutation_id: second!.mutation_id, outcome: 'conflict', status: 409, body, server_time },
      ],
      server_time,
    })
  }
}

async function clashed() {
  const at = await picker()
  await at.engine.commit(at.both)
  at.server.change('items', pear.id, { unit_quantity: 1 })
  clash(at.server)
  const { refused } = await at.engine.saveNow()
  at.server.fault = () => null
  expect(refused).toHaveLength(1)
  return { ...at, card: refused[0]!.mutation_id }
}

it('a commit returns every row that it stored, with the price of the item whose piece was weighed', async () => {
  const steak = weighed(1, 7, { unit_quantity: 1 })
  const server = serverWith(steak)
  server.world.products.set('1', product('1'))
  const { engine } = await pulledDevice(server)
  const id = engine.newId()
  const stored = await engine.commit([
    {
      entity: 'ordersubitems',
      entity_id: id,
      method: 'POST',
      body: { id, order_item: steak.id, unit_type: 'u', weight_lbs: '2.5' },
      order: 7,
      order_item: steak.id,
    },
  ])
  // 2.5 lb at $4.00.
  expect(stored).toMatchObject({
    changes: [
      { table: 'subitems', row: { id, weight_lbs: '2.5' } },
      { table: 'items', row: { id: steak.id, final_price: '10.00' } },
    ],
  })
})

describe('an act', () => {
  it('marks each part with its act, and is never merged with later edits', async () => {
    const { server, engine, both } = await picker()
    await engine.commit(both)
    await engine.commit([patch(pear, { unit_quantity: 4 })])
    await engine.saveNow()
    const act = { id: both[0]!.act, parts: 2 }
    expect(server.pushes().flatMap((push) => push.map((sent) => sent.act))).toEqual(
      expect.arrayContaining([act, act, null]),
    )
  })

  it('of more parts than the limit is refused before anything is stored', async () => {
    const { engine, shown } = await picker()
    const edits = Array.from({ length: MOST_PARTS + 1 }, (_, n) => patch(apple, { unit_quantity: n }))
    const result = await engine.commit(asOne(edits, engine.newId))
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining(`${MOST_PARTS}`) })
    expect(await engine.db.outbox.count()).toBe(0)
    expect(await shown()).toEqual([0, 0])
    expect(await engine.commit(asOne(edits.slice(1), engine.newId))).toMatchObject({ kind: 'committed' })
  })

  it('of which one part clashes is one decision, and no part is shown or sent meanwhile', async () => {
    const { server, device, engine, shown } = await clashed()
    expect(await shown()).toEqual([0, 0])
    expect(engine.status.get()).toMatchObject({ conflicts: 1, needYou: 1 })
    device.clock.pass(120_000)
    const before = server.pushes().length
    await engine.saveNow()
    expect(server.pushes().length).toBe(before)
  })

  it('is discarded as a whole', async () => {
    const { engine, card, shown } = await clashed()
    expect(await engine.resolveConflict(card, 'theirs')).toBe(true)
    expect(await engine.db.outbox.count()).toBe(0)
    expect((await allEnded(engine.db)).map(({ end }) => end)).toEqual(['discarded', 'discarded'])
    expect(await shown()).toEqual([0, 0])
    expect(await engine.db.shadows.count()).toBe(0)
  })

  it('is tried again as a whole, with the held parts under their own keys', async () => {
    const { server, engine, card, shown } = await clashed()
    const [held] = server.pushes().at(-1)!
    await engine.resolveConflict(card, 'mine')
    expect(await shown()).toEqual([3, 2])
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    const [first, second] = server.pushes().at(-1)!
    expect(first).toEqual(held)
    expect(second).toMatchObject({ retry_of: card, act: held!.act })
  })

  it('that is too large for a proxy is one card, and others are sent', async () => {
    const { server, engine, both } = await picker()
    server.fault = ({ path, body }) =>
      path === 'sync/push' && (body as { mutations: { act: unknown }[] }).mutations.some(({ act }) => act)
        ? json({ message: 'too large' }, 413)
        : null
    await engine.commit(both)
    await engine.commit([patch(plum, { unit_quantity: 1 })])
    const { refused } = await engine.saveNow()
    expect(refused).toMatchObject([{ entity_id: apple.id, answer: { status: 413 } }])
    expect(server.world.item(plum.id)?.unit_quantity).toBe(1)
    expect(engine.status.get()).toMatchObject({ needYou: 1, unsent: 1 })
    server.fault = () => null
    await engine.retry(refused[0]!.mutation_id)
    expect(await engine.saveNow()).toMatchObject({ waiting: 0 })
    expect(server.world.item(pear.id)?.unit_quantity).toBe(2)
  })
})
