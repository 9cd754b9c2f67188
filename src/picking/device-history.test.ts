import { expect, it } from 'vitest'
import { item, product } from '#contract/testing/rows.ts'
import { pulledDevice } from '#src/sync/testing/device.ts'
import { serverWith } from '#src/sync/testing/fake-server.ts'
import { deviceHistory } from './device-history.ts'

it('the history shows what this device did to an item, newest first: sent and waiting edits', async () => {
  const [apple, pear] = [item(1, 7), item(2, 7)]
  const server = serverWith(apple, pear)
  for (const upc of ['1', '2']) server.world.products.set(upc, product(upc))
  const { device, engine } = await pulledDevice(server)
  const edit = (of: typeof apple, body: Record<string, unknown>) =>
    engine.commit([{ entity: 'orderitems', entity_id: of.id, method: 'PATCH', body, order: 7 }])
  await edit(apple, { scanned: false })
  await engine.saveNow()
  await edit(pear, { picked: true })
  device.clock.ms += 60_000
  await edit(apple, { scanned: null })
  const told = await deviceHistory(engine.db, 'ann', [apple])
  expect(told.map(({ title, note }) => [title, note])).toEqual([
    ['Set aside taken back', 'Not sent yet.'],
    ['Set aside', ''],
  ])
  expect(told[0]!.who).toMatch(/^ann, device /)
})
