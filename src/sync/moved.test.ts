import { expect, it } from 'vitest'
import { pulledDevice } from './testing/device.ts'
import { FakeServer } from './testing/fake-server.ts'
import { item, order, product, weighed } from '#contract/testing/rows.ts'

it.each(['the feed', 'a full pull'])(
  'a line that moves to another order (merging) keeps its waiting edits, as %s reports it',
  async (how) => {
    const server = new FakeServer()
    const line = item(1, 7)
    const ham = weighed(2, 7)
    for (const id of [7, 8]) server.put('orders', order(id))
    server.put('items', line)
    server.put('items', ham)
    server.world.products.set('2', product('2'))
    const { engine } = await pulledDevice(server)
    const piece = engine.newId()
    const body = { order_item: ham.id, unit_type: 'u', weight_lbs: '1.234' }
    await engine.commit([
      { entity: 'orderitems', entity_id: line.id, method: 'PATCH', body: { unit_quantity: 2, picked: true } },
      { entity: 'ordersubitems', entity_id: piece, method: 'POST', body },
    ])

    server.change('items', line.id, { order: 8 })
    server.change('items', ham.id, { order: 8 })
    server.remove('orders', 7)
    if (how === 'a full pull') server.epoch = 'two'
    await engine.pullNow()

    expect(await engine.db.orders.toCollection().primaryKeys()).toEqual([8])
    expect(await engine.db.items.get(line.id)).toMatchObject({ order: 8, unit_quantity: 2, picked: true })
    // A full pull returns the orders first. A piece that only the device has is then out of sight until sent.
    if (how === 'the feed')
      expect(await engine.db.subitems.get(piece)).toMatchObject({ order_item: ham.id, weight_lbs: '1.234' })
    expect(await engine.saveNow()).toMatchObject({ waiting: 0 })
    expect(server.world.item(line.id)).toMatchObject({ order: 8, unit_quantity: 2, picked: true })
    expect(server.world.subitem(piece)).toMatchObject({ order: 8, weight_lbs: '1.234' })
    await engine.pullNow()
    expect(await engine.db.subitems.get(piece)).toMatchObject({ order: 8, weight_lbs: '1.234' })
  },
)

it.each(['the feed', 'a full pull'])(
  'the piece of a line that is merged into another moves to that line with its waiting edit, as %s reports it',
  async (how) => {
    const server = new FakeServer()
    const [left, gone] = [weighed(1, 8), weighed(2, 7)]
    for (const id of [7, 8]) server.put('orders', order(id))
    for (const line of [left, gone]) server.put('items', line)
    server.world.products.set('2', product('2'))
    const { engine } = await pulledDevice(server)
    const id = engine.newId()
    const body = { order_item: gone.id, unit_type: 'u', weight_lbs: '1.234' }
    await engine.commit([{ entity: 'ordersubitems', entity_id: id, method: 'POST', body }])
    await engine.saveNow()
    await engine.commit([
      { entity: 'ordersubitems', entity_id: id, method: 'PATCH', body: { lot_code: 'L7' }, raw_scan: 'x' },
    ])

    server.change('subitems', id, { order_item: left.id, order: 8 })
    server.remove('items', gone.id)
    server.remove('orders', 7)
    if (how === 'a full pull') server.epoch = 'two'
    await engine.pullNow()
    expect(await engine.db.subitems.get(id)).toMatchObject({ order_item: left.id, order: 8, lot_code: 'L7' })
    expect(await engine.saveNow()).toMatchObject({ waiting: 0 })
    expect(server.world.subitem(id)).toMatchObject({
      order_item: left.id,
      lot_code: 'L7',
      weight_lbs: '1.234',
    })
    await engine.pullNow()
    expect(await engine.db.subitems.get(id)).toMatchObject({ order_item: left.id, lot_code: 'L7' })
    expect(await engine.db.shadows.count()).toBe(0)
  },
)
