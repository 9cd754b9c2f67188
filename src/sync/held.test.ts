import { describe, expect, it } from 'vitest'
import type { PushAnswer } from '#contract/sync/protocol.ts'
import { toWire } from './store/edit.ts'
import { allEnded } from './store/ledger.ts'
import { pulledDevice } from './testing/device.ts'
import { json, serverWith } from './testing/fake-server.ts'
import { item } from '#contract/testing/rows.ts'

const line = item(1, 7)
const scan = {
  entity: 'orderitems',
  entity_id: line.id,
  method: 'PATCH',
  adds: { unit_quantity: 1 },
} as const

/** Makes a device that has scanned three pieces. The server has counted them, but its answer was lost. */
async function lostAnswer() {
  const server = serverWith(line)
  const { device, engine } = await pulledDevice(server)
  for (let n = 1; n <= 3; n++) await engine.commit([{ ...scan, body: { unit_quantity: n, scanned: true } }])
  server.fault = ({ path }) => (path === 'sync/push' ? 'lose-answer' : null)
  await engine.saveNow()
  server.fault = () => null
  const shown = async () => (await engine.db.items.get(line.id))?.unit_quantity
  return { server, device, engine, shown }
}

describe('a scan whose answer was lost', () => {
  it.each([
    ['a pull', 'one'],
    ['a full pull', 'two'],
  ])('counts once after %s that contains the row', async (_how, epoch) => {
    const { server, engine, shown } = await lostAnswer()
    expect(await shown()).toBe(3)
    server.epoch = epoch
    await engine.pullNow()
    expect(await shown()).toBe(3)
    // The feed has acknowledged the scans: nothing is sent again, and the ledger has the server's time.
    expect(await engine.db.outbox.count()).toBe(0)
    expect(await engine.db.shadows.count()).toBe(0)
    expect((await allEnded(engine.db)).map(({ end, server_time }) => [end, server_time])).toEqual(
      Array.from({ length: 3 }, () => ['applied', new Date(server.now).toISOString()]),
    )
    expect((await engine.saveNow()).sent).toBe(0)
    expect(server.pushes()).toHaveLength(1)
  })

  it('counts once when a full pull is interrupted before the row', async () => {
    const { server, engine, shown } = await lostAnswer()
    server.epoch = 'two'
    server.fault = ({ path }) => (path.includes('items') ? new Error('the line broke') : null)
    await engine.pullNow()
    expect(await engine.db.outbox.count()).toBe(3)
    expect(await shown()).toBe(3)
    server.fault = () => null
    await engine.pullNow()
    expect(await engine.db.outbox.count()).toBe(0)
    expect(await shown()).toBe(3)
    expect(await engine.db.shadows.count()).toBe(0)
  })

  it('counts once when only the first of several is sent again and its answer has the current row', async () => {
    const { device, engine, shown } = await lostAnswer()
    const { fetch } = device.env
    device.env.fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (!input.endsWith('sync/push')) return answer
      const { results, ...rest } = (await answer.json()) as PushAnswer
      return json({ ...rest, results: results.slice(0, 1) })
    }
    // That row includes the other scans too, and the answer says so.
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    expect(await shown()).toBe(3)
  })

  it('waits on when the late answer to a finished edit names it', async () => {
    const { server, device, engine, shown } = await lostAnswer()
    const { fetch } = device.env
    device.env.fetch = async (input, init) => {
      if (!input.endsWith('sync/push')) return fetch(input, init)
      device.env.fetch = fetch
      // A pull acknowledges the three. A fourth is stored, and another tab sends it and receives no answer.
      // Only then do the three arrive once more. The answer names the fourth, and the row of the three is not
      // taken in.
      await engine.pullNow()
      await engine.commit([{ ...scan, body: { unit_quantity: 4 } }])
      const [fourth] = await engine.db.outbox.toArray()
      await fetch(input, { ...init, body: JSON.stringify({ mutations: [toWire(fourth!)] }) })
      return fetch(input, init)
    }
    await engine.saveNow()
    expect(await shown()).toBe(4)
    await engine.pullNow()
    expect(await shown()).toBe(4)
    expect(server.world.item(line.id)?.unit_quantity).toBe(4)
    expect(await engine.db.outbox.count()).toBe(0)
  })
})
