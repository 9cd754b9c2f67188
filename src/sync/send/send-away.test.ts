import { describe, expect, it } from 'vitest'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { item } from '#contract/testing/rows.ts'
import { pulledDevice } from '../testing/device.ts'
import { serverWith } from '../testing/fake-server.ts'

const picked = (id: string, act?: string): NewEdit => ({
  entity: 'orderitems',
  entity_id: id,
  method: 'PATCH',
  body: { picked: true },
  order: 7,
  ...(act !== undefined && { act }),
})

/** An order that the office opens and that its device does not keep. */
async function office(count: number) {
  const server = serverWith()
  const items = Array.from({ length: count }, (_, n) => item(n + 1, 7))
  const { engine } = await pulledDevice(server)
  for (const row of items) server.put('items', row)
  return { server, engine, items }
}

describe('edits of an order that the device does not keep', () => {
  it('are sent in pushes of at most 500 if one press marks more', async () => {
    const { server, engine, items } = await office(1_100)
    const rows = await engine.sendAway(
      items.map(({ id }) => picked(id)),
      items,
    )
    expect(rows).toHaveLength(1_100)
    expect(items.every(({ id }) => server.world.item(id)?.picked)).toBe(true)
    expect(server.pushes().map((push) => push.length)).toEqual([500, 500, 100])
  })

  it('have their key again if an addition is repeated after a lost answer, and another one after an answer', async () => {
    const { server, engine } = await office(1)
    const { id } = item(50, 7)
    const added: NewEdit = {
      entity: 'orderitems',
      entity_id: id,
      method: 'POST',
      order: 7,
      body: { order: 7, product: item(50, 7).product, units_ordered: 2 },
    }
    const keys = () => server.pushes().map(([edit]) => edit!.mutation_id)
    let isLost = true
    server.fault = ({ path }) =>
      path === 'sync/push' && isLost ? Response.json({ message: 'Busy.' }, { status: 502 }) : null
    await expect(engine.sendAway([added], [])).rejects.toThrow('The server answered 502.')
    isLost = false
    await engine.sendAway([added], []).catch(() => undefined)
    await engine.sendAway([added], []).catch(() => undefined)
    const [lost, repeated, again] = keys()
    expect(repeated).toBe(lost)
    expect(again).not.toBe(lost)
  })

  it('keep the parts of an act in one push', async () => {
    const { server, engine, items } = await office(502)
    const last = items.slice(-3).map(({ id }) => picked(id, 'swap'))
    const others = items.slice(0, -3).map(({ id }) => picked(id))
    await engine.sendAway([...others, ...last], items)
    expect(server.pushes().map((push) => push.length)).toEqual([499, 3])
    expect(server.pushes()[1]!.map(({ act }) => act)).toEqual(
      Array.from({ length: 3 }, () => ({ id: 'swap', parts: 3 })),
    )
  })
})
