import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#src/db/database.ts'
import type { StagedItem } from '#contract/ordering/staged.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { pulledDevice } from './testing/device.ts'
import { FakeServer } from './testing/fake-server.ts'
import { user } from '#contract/testing/rows.ts'

const chef = user({ id: 9, username: 'chef', role_id: 32, is_staff: false, company: 1 })
const row = (upc: string, unit_quantity: number, more: Partial<StagedItem> = {}): StagedItem => ({
  id: `3-${upc}`,
  upc,
  company_location: 3,
  unit_quantity,
  case_quantity: 0,
  version: 1,
  ...more,
})
const stage = (upc: string, unit_quantity: number): NewEdit => ({
  entity: 'sharedcartitems',
  entity_id: `3-${upc}`,
  method: 'POST',
  body: { upc, company_location: 3, unit_quantity, case_quantity: 0 },
})
const add = (upc: string, by: number, sees: number): NewEdit => ({
  entity: 'sharedcartitems',
  entity_id: `3-${upc}`,
  method: sees === 0 ? 'DELETE' : 'PATCH',
  body: { unit_quantity: sees, case_quantity: 0 },
  adds: { unit_quantity: by, case_quantity: 0 },
})
const set = (upc: string, sees: number): NewEdit => ({ ...add(upc, 0, sees), adds: { case_quantity: 0 } })
const place = (id: string, lines: Record<string, number>): NewEdit => ({
  entity: 'orders',
  entity_id: id,
  method: 'POST',
  body: {
    customer: 9,
    submitted_date: '2026-11-21',
    created_date: '2026-11-21',
    total: '5.00',
    order_items: Object.entries(lines).map(([product, unit_quantity]) => ({
      product,
      unit_quantity,
      case_quantity: 0,
    })),
    staged: 3,
  },
})

async function kitchen(...rows: StagedItem[]) {
  const server = new FakeServer()
  for (const one of rows) server.put('staged', one)
  const { device, engine } = await pulledDevice(server, chef)
  const staged = async (upc: string) => (await engine.db.staged.get(`3-${upc}`))?.unit_quantity
  return { server, device, engine, staged }
}

describe('a staged order on a device', () => {
  it('B146 three presses are one call with the final quantity', async () => {
    const { server, engine, staged } = await kitchen(row('1', 2))
    for (const sees of [3, 4, 5]) await engine.commit([add('1', 1, sees)])
    expect(await staged('1')).toBe(5)
    await engine.saveNow()
    const [sent] = server.pushes().flat()
    expect(server.pushes().flat()).toHaveLength(1)
    expect([sent!.call, sent!.adds]).toEqual([
      {
        method: 'PATCH',
        path: 'sharedcartitems/3-1',
        body: { unit_quantity: 5, case_quantity: 0 },
      },
      { unit_quantity: 3, case_quantity: 0 },
    ])
  })

  it.each([
    [
      'more of a product that is staged again is one addition',
      [stage('2', 1), add('2', 1, 2), add('2', 1, 3)],
      ['POST'],
      3,
    ],
    ['a typed number after presses is set', [add('1', 1, 3), set('1', 9)], ['PATCH'], 9],
    ['a press after a typed number is in it', [set('1', 9), add('1', -1, 8)], ['PATCH'], 8],
    ['taking the last one away is a removal', [add('1', -1, 1), add('1', -1, 0)], ['DELETE'], 0],
    [
      'what is staged again after a removal is an edit of its own',
      [add('1', -2, 0), stage('1', 4)],
      ['DELETE', 'POST'],
      4,
    ],
    [
      'a typed number is no addition to a product that was staged again',
      [stage('2', 2), set('2', 7)],
      ['POST', 'PATCH'],
      7,
    ],
  ])('%s', async (_, edits, methods, left) => {
    const { server, engine, staged } = await kitchen(row('1', 2))
    for (const edit of edits) await engine.commit([edit])
    const [{ entity_id }] = edits as [NewEdit]
    expect(await staged(entity_id.slice(2))).toBe(left)
    await engine.saveNow()
    expect(
      server
        .pushes()
        .flat()
        .map(({ call }) => call.method),
    ).toEqual(methods)
    expect(server.world.staged(entity_id)?.unit_quantity).toBe(left)
  })

  it('adds a press once that was stored when the browser closed the database', async () => {
    const { server, engine, staged } = await kitchen(row('1', 2))
    await engine.commit([add('1', 1, 3)])
    // The edit is on the disk, but the page learns only that the database was closed.
    const { transaction } = engine.db
    const put = vi.spyOn(engine.db, 'transaction').mockImplementationOnce((...args: unknown[]) =>
      Reflect.apply(transaction, engine.db, args).then(() => {
        throw new Dexie.DatabaseClosedError()
      }),
    )
    await engine.commit([add('1', 1, 4)])
    expect(put).toHaveBeenCalledTimes(1)
    expect(await staged('1')).toBe(4)
    await engine.saveNow()
    expect(server.world.staged('3-1')?.unit_quantity).toBe(4)
  })

  it('joins nothing with an edit that may be on its way', async () => {
    const { server, engine } = await kitchen(row('1', 2))
    await engine.commit([add('1', 1, 3)])
    server.fault = ({ path }) => (path === 'sync/push' ? 'lose-answer' : null)
    await engine.saveNow()
    server.fault = () => null
    await engine.commit([add('1', 1, 4)])
    await engine.saveNow()
    expect(server.world.staged('3-1')?.unit_quantity).toBe(4)
  })

  it('counts other users’ additions and the ones made here without a network', async () => {
    const { server, engine, staged } = await kitchen(row('1', 2))
    await engine.commit([add('1', 1, 3)])
    server.change('staged', '3-1', { unit_quantity: 7 })
    await engine.pullNow()
    expect(await staged('1')).toBe(8)
    await engine.saveNow()
    await engine.pullNow()
    expect([await staged('1'), await engine.db.shadows.count()]).toEqual([8, 0])
  })

  it('loses the ordered products as soon as the order is stored, and is sent in the order of the presses', async () => {
    const { server, engine, staged } = await kitchen(row('1', 2))
    await engine.commit([add('1', 1, 3)])
    await engine.commit([stage('2', 1)])
    await engine.commit([place(engine.newId(), { '1': 3, '2': 1 })])
    expect([await staged('1'), await staged('2')]).toEqual([0, 0])
    await engine.saveNow()
    expect(
      server
        .pushes()
        .flat()
        .map(({ entity }) => entity),
    ).toEqual(['sharedcartitems', 'sharedcartitems', 'orders'])
    await engine.pullNow()
    expect([await staged('1'), await staged('2'), await engine.db.outbox.count()]).toEqual([0, 0, 0])
  })

  it('shows products that were added after it was placed, if one answer has both', async () => {
    const { engine, staged } = await kitchen(row('1', 2), row('2', 1))
    const id = engine.newId()
    await engine.commit([place(id, { '1': 2, '2': 1 })])
    await engine.commit([add('1', 1, 1)])
    const { placed } = await engine.saveNow()
    expect([...placed.keys()]).toEqual([id])
    expect([await staged('1'), await staged('2')]).toEqual([1, 0])
    await engine.commit([add('1', 1, 2)])
    expect(await staged('1')).toBe(2)
  })

  it('is not placed before a refused edit of one of its products is decided', async () => {
    const { server, engine } = await kitchen(row('1', 2))
    await engine.commit([stage('2', 1)])
    server.fault = ({ path, body }) => {
      if (path !== 'sync/push') return null
      const [first] = (body as { mutations: { mutation_id: string }[] }).mutations
      const refused = {
        mutation_id: first!.mutation_id,
        outcome: 'refused',
        status: 400,
        body: { message: 'not sold' },
        server_time: new Date(server.now).toISOString(),
      }
      return Response.json({ results: [refused], server_time: refused.server_time })
    }
    await engine.saveNow()
    server.fault = () => null
    await engine.commit([place(engine.newId(), { '1': 2, '2': 1 })])
    await engine.saveNow()
    expect(server.pushes()).toHaveLength(1)
    const [card] = await engine.db.outbox.where('state').equals('refused').toArray()
    await engine.discard(card!.mutation_id)
    await engine.saveNow()
    expect(server.pushes()).toHaveLength(2)
  })

  it('is not reduced twice when a full pull contains the order already', async () => {
    const { server, engine, staged } = await kitchen(row('1', 2))
    await engine.commit([place(engine.newId(), { '1': 2 })])
    server.fault = ({ path }) => (path === 'sync/push' ? 'lose-answer' : null)
    await engine.saveNow()
    server.fault = () => null
    server.change('staged', '3-1', { unit_quantity: 1 })
    server.epoch = 'two'
    await engine.pullNow()
    expect([await staged('1'), await engine.db.outbox.count()]).toEqual([1, 0])
  })
})

it('a device from before the sync of staged orders pulls everything once more, and keeps its data', async () => {
  const disk = { indexedDB: new IDBFactory(), IDBKeyRange }
  const before = new Dexie('larder-9', disk)
  before.version(4).stores({ meta: 'key', orders: 'id', outbox: '++seq' })
  await before.table('meta').bulkPut([
    { key: 'cursor', value: 'one|7' },
    { key: 'last_pull', value: 5 },
  ])
  before.close()
  const db = openDatabase(9, disk)
  expect(await db.meta.toArray()).toEqual([
    { key: 'cursor', value: 'anew' },
    { key: 'last_pull', value: 5 },
  ])
  expect(await db.staged.count()).toBe(0)
  db.close()
})

it.each([
  ['nothing waits', false],
  ['an edit waits', true],
])(
  'a product that was removed and staged again meanwhile has its current quantity, where %s',
  async (_, waits) => {
    const { server, engine, staged } = await kitchen(row('1', 9, { version: 7 }))
    if (waits) expect(await engine.commit([add('1', 1, 10)])).toMatchObject({ kind: 'committed' })
    server.remove('staged', '3-1')
    server.put('staged', row('1', 2))
    await engine.pullNow()
    expect(await staged('1')).toBe(waits ? 3 : 2)
  },
)
