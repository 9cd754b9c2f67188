import { describe, expect, it } from 'vitest'
import type { Act } from '#contract/orders/acts.ts'
import { setFields, toggleAllPicked } from '#contract/picking/list-acts.ts'
import { makeLines } from '#contract/picking/testing.ts'
import { weightRows, saveWeights } from '#contract/picking/weight-rows.ts'
import { item, piece } from '#contract/testing/rows.ts'
import type { Engine } from './engine.ts'
import { pulledDevice } from './testing/device.ts'
import { serverWith } from './testing/fake-server.ts'
import { undoable } from './undo.ts'

const lines = [item(1, 7), item(2, 7)]
const [first, second] = lines

async function start() {
  const server = serverWith(...lines)
  server.put('subitems', piece(1, first!, { weight_lbs: '2.000' }))
  const { engine } = await pulledDevice(server)
  /** Does an act, and returns what takes it back. */
  async function run(act: Act | null): Promise<Act> {
    const stored = await engine.commit(act!.edits)
    if (stored.kind !== 'committed') throw new Error(stored.message)
    return undoable(act!, stored.changes)
  }
  return { server, engine, run }
}
const rowsNow = (engine: Engine) => engine.db.items.bulkGet(lines.map(({ id }) => id))

describe('an act is taken back', () => {
  it('unless another person has changed the same since: theirs stays', async () => {
    const { server, engine, run } = await start()
    const done = await run(setFields(makeLines({ items: [first!] })[0]!, { unit_quantity: 5 }))
    await engine.saveNow()
    server.change('items', first!.id, { unit_quantity: 7 })
    await engine.pullNow()
    expect(await engine.commit(done.inverse)).toMatchObject({ kind: 'conflict' })
    expect((await rowsNow(engine))[0]!.unit_quantity).toBe(7)
  })

  it('as a whole or not at all', async () => {
    const { server, engine, run } = await start()
    const done = await run(toggleAllPicked(makeLines({ items: lines }), new Map()))
    await engine.saveNow()
    server.change('items', second!.id, { unit_quantity: 9 })
    await engine.pullNow()
    expect(await engine.commit(done.inverse)).toMatchObject({ kind: 'conflict' })
    expect((await rowsNow(engine)).map((row) => row!.picked)).toEqual([true, true])
  })

  it('also where the server writes a weight with more places than the person typed', async () => {
    const { server, engine, run } = await start()
    const pieces = await engine.db.subitems.toArray()
    const rows = weightRows([first!], pieces).map((row, n) => (n === 0 ? { ...row, weight: '3.5' } : row))
    const act = saveWeights({ label: 'Beef', items: [first!] }, rows, engine.newId)!
    const done = await run(act)
    await engine.saveNow()
    server.change('subitems', pieces[0]!.id, { weight_lbs: '3.500', weight_kg: '1.588' })
    await engine.pullNow()
    expect(await engine.commit(done.inverse)).toMatchObject({ kind: 'committed' })
    expect((await engine.db.subitems.get(pieces[0]!.id))!.weight_lbs).toBe('2.000')
  })
})

it('a barcode that another person has linked to another product is unlinked only after a choice', async () => {
  const { server, engine } = await start()
  const [barcode, mine, theirs] = ['00012345', first!.product, '999']
  server.put('barcodes', { barcode, product: mine })
  await engine.pullNow()
  await engine.commit([{ entity: 'barcodealternates', entity_id: barcode, method: 'DELETE' }])
  server.put('barcodes', { barcode, product: theirs })
  await engine.saveNow()
  expect(server.world.barcode(barcode)).toMatchObject({ product: theirs })
  const [card] = await engine.db.outbox.toArray()
  expect(card).toMatchObject({ state: 'conflict' })
  await engine.resolveConflict(card!.mutation_id, 'mine')
  await engine.saveNow()
  expect(server.world.barcode(barcode)).toBeUndefined()
})

it('a weight that another person has corrected while it was typed is not overwritten', async () => {
  const { server, engine } = await start()
  const pieces = await engine.db.subitems.toArray()
  const rows = weightRows([first!], pieces).map((row, n) => (n === 0 ? { ...row, weight: '3.5' } : row))
  server.change('subitems', pieces[0]!.id, { weight_lbs: '4.000' })
  await engine.pullNow()
  const { edits } = saveWeights({ label: 'Beef', items: [first!] }, rows, engine.newId)!
  expect(await engine.commit(edits)).toMatchObject({ kind: 'conflict' })
  expect((await engine.db.subitems.get(pieces[0]!.id))!.weight_lbs).toBe('4.000')
})
