import { expect, it } from 'vitest'
import { makeDevice } from './testing/device.ts'
import { FakeServer } from './testing/fake-server.ts'
import { item, order, product, weighed } from './testing/rows.ts'

it.each(['the feed', 'a full pull'])(
  'a late answer does not bring in a new piece that %s has told to be gone',
  async (how) => {
    const server = new FakeServer()
    const ham = weighed(2, 7)
    server.put('orders', order(7))
    server.put('items', item(1, 7))
    server.put('items', ham)
    server.world.products.set('2', product('2'))
    const device = await makeDevice(server)
    const engine = await device.open()
    await engine.pullNow()
    const id = engine.newId()
    const body = { order_item: ham.id, unit_type: 'u', weight_lbs: '1.234' }
    await engine.commit([{ entity: 'ordersubitems', entity_id: id, method: 'POST', body }])
    // The edit arrives and its answer is on its way when somebody deletes the piece, and a pull tells of that first.
    let answered = () => {}
    const held = new Promise<void>((resolve) => (answered = resolve))
    const { fetch } = device.env
    device.env.fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (input.endsWith('sync/push')) await held
      return answer
    }
    const saving = engine.saveNow()
    while (!server.world.subitem(id)) await new Promise((resolve) => setTimeout(resolve, 1))
    server.remove('subitems', id)
    // A full pull is silent about what is gone.
    if (how === 'a full pull') server.epoch = 'two'
    else server.remove('items', ham.id)
    await engine.pullNow()
    answered()
    expect(await saving).toMatchObject({ sent: 1, waiting: 0 })
    expect(await engine.db.subitems.get(id)).toBeUndefined()
    expect(await engine.db.shadows.count()).toBe(0)
  },
)
