import { expect, it } from 'vitest'
import type { PushAnswer, PushResult } from '#contract/sync/protocol.ts'
import { makeDevice } from './testing/device.ts'
import { json, serverWith } from './testing/fake-server.ts'
import { item } from '#contract/testing/rows.ts'

const line = item(1, 7)
const edit = { entity: 'orderitems', entity_id: line.id, method: 'PATCH' } as const
const scan = { ...edit, adds: { unit_quantity: 1 }, body: { unit_quantity: 1, scanned: true } }
const bin = { ...edit, body: { bin_override: 'B-1' }, raw_scan: 'x' }

/** A device whose next pushes are answered with what these make of the server's own results. */
async function answeredBy(...answers: ((results: PushResult[]) => PushResult[])[]) {
  const device = await makeDevice(serverWith(line))
  const { fetch } = device.env
  device.env.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const change = input.endsWith('sync/push') ? answers.shift() : undefined
    if (!change) return answer
    const { results, ...rest } = (await answer.json()) as PushAnswer
    return json({ ...rest, results: change(results) })
  }
  const engine = await device.open()
  await engine.pullNow()
  return { device, engine }
}

/** Applied, and not a word about the row. */
const untold = ({ held: _ids, ...result }: PushResult): PushResult => ({ ...result, body: {} })
const refused = (result: PushResult): PushResult => ({
  ...result,
  outcome: 'refused',
  status: 422,
  body: { code: 'no', message: 'No.' },
})

const LEFT = { unit_quantity: 1, scanned: true, bin_override: null }

it('a refused edit keeps the server’s result of an earlier scan whose row was not in the answer', async () => {
  const { engine } = await answeredBy(
    (results) => results.map(untold),
    (results) => results.map(refused),
  )
  await engine.commit([scan])
  await engine.saveNow()
  await engine.commit([bin])
  expect(await engine.db.items.get(line.id)).toMatchObject({ ...LEFT, bin_override: 'B-1' })
  await engine.saveNow()
  expect(await engine.db.items.get(line.id)).toMatchObject(LEFT)
})

it('a refused edit keeps the server’s result of a scan in the same push whose row was not in the answer', async () => {
  const { device, engine } = await answeredBy(
    ([first]) => [untold(first!)],
    (results) => results.map(refused),
  )
  await engine.commit([scan])
  await engine.commit([bin])
  await engine.saveNow()
  device.clock.pass(60_000)
  await engine.saveNow()
  expect(await engine.db.items.get(line.id)).toMatchObject(LEFT)
  expect(await engine.db.outbox.toArray()).toMatchObject([{ state: 'refused' }])
})
