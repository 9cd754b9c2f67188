import { expect, it } from 'vitest'
import { pulledDevice } from './testing/device.ts'
import { serverWith } from './testing/fake-server.ts'
import { item, product, weighed } from '#contract/testing/rows.ts'

it.each(['the feed', 'a full pull'])(
  'a late answer does not add a new piece that %s has reported as deleted',
  async (how) => {
    const ham = weighed(2, 7)
    const server = serverWith(item(1, 7), ham)
    server.world.products.set('2', product('2'))
    const { device, engine } = await pulledDevice(server)
    const id = engine.newId()
    const body = { order_item: ham.id, unit_type: 'u', weight_lbs: '1.234' }
    await engine.commit([{ entity: 'ordersubitems', entity_id: id, method: 'POST', body }])
    // The edit arrives. While its answer is on its way, another user deletes the piece, and a pull reports
    // that first.
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
    // A full pull does not report deletions.
    if (how === 'a full pull') server.epoch = 'two'
    else server.remove('items', ham.id)
    await engine.pullNow()
    answered()
    expect(await saving).toMatchObject({ sent: 1, waiting: 0 })
    expect(await engine.db.subitems.get(id)).toBeUndefined()
    expect(await engine.db.shadows.count()).toBe(0)
  },
)

it('a line that is deleted on the server disappears when the answer to a repeated scan says so', async () => {
  const line = item(1, 7, { unit_quantity: 2 })
  const server = serverWith(line)
  const { engine } = await pulledDevice(server)
  const edit = { entity: 'orderitems', entity_id: line.id, method: 'PATCH' } as const
  await engine.commit([{ ...edit, body: { unit_quantity: 4 }, adds: { unit_quantity: 2 } }])
  server.fault = ({ path }) => (path === 'sync/push' ? 'lose-answer' : null)
  await engine.saveNow()
  server.fault = () => null
  // Another user deletes the line. No pull has reported that when the scan is sent again with two more edits
  // behind it.
  server.remove('items', line.id)
  await engine.commit([{ ...edit, body: { bin_override: 'B-1' }, raw_scan: 'x' }])
  await engine.commit([{ ...edit, body: { picked: true }, raw_scan: 'y' }])
  expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 1 })
  const seen = async () => [
    await engine.db.items.get(line.id),
    (await engine.db.shadows.get(['items', line.id]))?.row,
  ]
  // The row on the screen and the server's row under it agree, before a pull and after it.
  expect(await seen()).toEqual([undefined, null])
  await engine.pullNow()
  expect(await seen()).toEqual([undefined, null])
  for (const { mutation_id } of await engine.db.outbox.filter(({ state }) => state !== 'pending').toArray())
    await engine.discard(mutation_id)
  expect(await seen()).toEqual([undefined, null])
})
