import { expect, it } from 'vitest'
import { MOST_AGE_S } from '#contract/sync/protocol.ts'
import { RELEASE } from '#src/api/release.ts'
import { deviceReport } from './report.ts'
import { pulledDevice } from '../testing/device.ts'
import { serverWith } from '../testing/fake-server.ts'
import { item } from '#contract/testing/rows.ts'

const line = item(1, 7)

/** A picker with one clash on the device. */
async function clashing() {
  const server = serverWith(line)
  const { device, engine } = await pulledDevice(server)
  const edit = { entity: 'orderitems', entity_id: line.id, method: 'PATCH' } as const
  await engine.commit([{ ...edit, body: { bin_override: 'Z9' } }])
  server.change('items', line.id, { bin_override: 'B2' })
  const { refused } = await engine.saveNow()
  const reports = () =>
    server.calls.filter(({ path }) => path === 'sync/push').map(({ body }) => body as Record<string, unknown>)
  return { server, device, engine, edit, clash: refused[0]!.mutation_id, reports }
}

it('each push reports the edits that wait beside it, and the decisions for a person, by order', async () => {
  const { engine, edit, reports } = await clashing()
  await engine.commit([{ ...edit, body: { bin_override: 'Z8' } }])
  await engine.commit([{ entity: 'orders', entity_id: '7', method: 'PATCH', body: { note: 'Side door' } }])
  await engine.saveNow()
  expect(reports().at(-1)).toMatchObject({ unsent: { 7: 1 }, needs_you: { 7: 1 } })
})

it('each push reports the age of the oldest waiting edit, its own included, and the running release', async () => {
  const { device, engine, edit, reports } = await clashing()
  await engine.commit([{ ...edit, body: { bin_override: 'Z8' } }])
  device.clock.ms += 3_600_000
  await engine.commit([{ entity: 'orders', entity_id: '7', method: 'PATCH', body: { note: 'Side door' } }])
  await engine.saveNow()
  expect(reports().at(-1)).toMatchObject({ oldest_unsent_s: 3_600, release: RELEASE })
})

it('a discarded edit is reported once, without edits; offline, as soon as there is a server', async () => {
  const { server, device, engine, clash, reports } = await clashing()
  server.fault = () => new TypeError('no network')
  await engine.discard(clash)
  await engine.saveNow()
  await engine.close()
  server.fault = () => null
  const before = reports().length
  const next = await device.open()
  await next.saveNow()
  await next.saveNow()
  expect(reports().slice(before)).toEqual([
    expect.objectContaining({ unsent: {}, needs_you: {}, mutations: [] }),
  ])
})

it('an edit that is tried again is not reported as discarded', async () => {
  const { engine, clash, reports } = await clashing()
  await engine.resolveConflict(clash, 'mine')
  const before = reports().length
  await engine.saveNow()
  await engine.saveNow()
  expect(reports().slice(before)).toHaveLength(1)
})

it('an edit from a clock that was ahead has the age 0, and one with an unreadable time has none', async () => {
  const { engine, edit } = await clashing()
  await engine.commit([{ ...edit, body: { bin_override: 'Z8' } }])
  const [waiting] = (await engine.db.outbox.toArray()).filter(({ state }) => state === 'pending')
  const ageOf = (created_at: string) => deviceReport([{ ...waiting!, created_at }], 0).oldest_unsent_s
  expect(ageOf('2030-01-01T00:00:00.000Z')).toBe(0)
  expect(ageOf('1969-12-31T23:59:00.000Z')).toBe(60)
  expect(ageOf('0001-01-01T00:00:00.000Z')).toBe(MOST_AGE_S)
  expect(ageOf('yesterday')).toBeUndefined()
  expect(deviceReport([], 0).oldest_unsent_s).toBeUndefined()
})
