import { expect, it } from 'vitest'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { item, uuid } from '#contract/testing/rows.ts'
import { pulledDevice } from '#src/sync/testing/device.ts'
import { serverWith } from '#src/sync/testing/fake-server.ts'
import { giveUpOrder } from './acts.ts'
import { needsYou } from './log.ts'

const count = (n: number, quantity: number): NewEdit => ({
  entity: 'orderitems',
  entity_id: uuid(n),
  method: 'PATCH',
  body: { unit_quantity: quantity },
  raw_scan: String(quantity),
  order: 7,
})
const locked = { status: 423, code: 'order_locked', message: 'Order 7 is invoiced.', server_time: '' }

it('what an invoiced order refuses after the question is not discarded with the rest', async () => {
  const server = serverWith(item(1, 7))
  server.put('items', item(2, 7))
  const { engine } = await pulledDevice(server)
  const { outbox } = engine.db
  for (const edit of [count(1, 1), count(1, 2), count(2, 3)]) await engine.commit([edit])
  const refuse = async (n: number) => {
    const [record] = await outbox
      .where('family')
      .equals(`orderitems:${uuid(n)}`)
      .sortBy('seq')
    await outbox.put({ ...record!, state: 'refused', answer: locked })
  }
  await refuse(1)
  const [asked] = needsYou(await outbox.orderBy('seq').toArray()).orders
  expect(asked).toMatchObject({ order: 7, behind: 1 })
  await refuse(2)
  server.fault = () => new TypeError('no network')
  expect(await giveUpOrder(engine, asked!)).toBeNull()
  const left = await outbox.orderBy('seq').toArray()
  expect(left.map(({ entity_id, state }) => [entity_id, state])).toEqual([
    [uuid(1), 'pending'],
    [uuid(2), 'refused'],
  ])
  await engine.close()
})
