/**
 * A made entity: a note of an order. One row of the table of entities, one schema and one mutation are enough for what
 * the device does with its rows and edits; its database has the table beside them.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { order, person, uuid } from '#contract/testing/rows.ts'
import type { Edit } from '#contract/orders/mutations.ts'
import type { EditedTable } from '#contract/sync/entities.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { World } from '#contract/sync/world.ts'
import type { Incoming } from './store/apply.ts'

const NoteRow = z.object({
  id: z.string(),
  order: z.number(),
  text: z.string(),
  is_pinned: z.boolean(),
  version: z.number(),
})
type NoteRow = z.infer<typeof NoteRow>

const ENTITY = {
  table: 'notes',
  plural: 'notes',
  key: 'id',
  keyType: 'uuid',
  within: 'order',
  isEdited: true,
  seen: ['text'],
}

/** The types know only the entities of the product. */
const TABLE = ENTITY.table as EditedTable

/** Writes, changes and removes a note. */
function performNote({ entity_id: id, call: { method, body } }: Edit, world: World) {
  if (method === 'DELETE')
    return { kind: 'applied', status: 204, row: null, changes: [{ table: 'notes', gone: id }] }
  const before = world.row(TABLE, id) ?? { version: 0, is_pinned: false }
  const row = { ...before, ...body }
  return { kind: 'applied', status: 200, row, changes: [{ table: 'notes', row }] }
}

const AT = '#contract/sync'

/** Returns a device of this release that knows the made entity. */
async function deviceWithNotes() {
  const { commit } = await import('./store/outbox.ts')
  const { APPLY_TABLES, layOn } = await import('./store/apply.ts')
  const { DATABASE_VERSION, openDatabase } = await import('#src/db/database.ts')
  const { orderNamed } = await import('#contract/orders/merged-edits.ts')
  const db = openDatabase(1, { indexedDB: new IDBFactory(), IDBKeyRange })
  db.version(DATABASE_VERSION + 1).stores({ notes: 'id, order' })
  let made = 100
  const context = { db, person: person(8, true), deviceId: 'd', now: () => 0, makeId: () => uuid(made++) }
  return {
    db,
    orderNamed,
    note: (id: string): Promise<NoteRow | undefined> => db.table<NoteRow, string>('notes').get(id),
    commit: (edit: object) => commit(context, [edit as NewEdit]),
    hear: (rows: readonly object[]) =>
      db.transaction('rw', [...APPLY_TABLES], async () => {
        await layOn(context, { rows: rows as unknown as Incoming['rows'], from: 'feed' })
      }),
  }
}

const ID = uuid(1)
const edited = (method: NewEdit['method'], body: object | null) => ({
  entity: 'ordernotes',
  entity_id: ID,
  method,
  body,
})
const sent = (row: Partial<NoteRow> = {}) => ({
  table: 'notes',
  id: ID,
  row: { id: ID, order: 7, text: 'Side door', is_pinned: false, version: 1, ...row },
})

beforeAll(() => {
  vi.resetModules()
  vi.doMock(`${AT}/entity-table.ts`, async (original) => ({
    ENTITIES: { ...(await original<{ ENTITIES: object }>()).ENTITIES, ordernotes: ENTITY },
  }))
  vi.doMock(`${AT}/rows.ts`, async (original) => ({
    ROW: { ...(await original<{ ROW: object }>()).ROW, ordernotes: NoteRow },
  }))
  vi.doMock(`${AT}/perform.ts`, () => ({ perform: performNote }))
})
afterAll(() => {
  for (const file of ['entity-table', 'rows', 'perform']) vi.doUnmock(`${AT}/${file}.ts`)
  vi.resetModules()
})

it('an edit of a made entity is stored as a call, with its order and its family', async () => {
  const { commit, db, note, orderNamed } = await deviceWithNotes()
  const body = { order: 7, text: 'Ring the bell' }
  expect(await commit(edited('POST', body))).toMatchObject({ kind: 'committed' })
  expect(await note(ID)).toMatchObject({ id: ID, order: 7, text: 'Ring the bell' })
  const [record] = await db.outbox.toArray()
  expect(record).toMatchObject({
    call: { method: 'POST', path: 'ordernotes/', body: { ...body, id: ID } },
    order: 7,
    family: `ordernotes:${ID}`,
  })
  expect(orderNamed(record!)).toBe(7)
})

it('a newer row of a made entity is shown with the person’s edit laid on', async () => {
  const { commit, db, hear, note } = await deviceWithNotes()
  await hear([sent()])
  await commit(edited('PATCH', { text: 'Ring the bell' }))
  await hear([sent({ is_pinned: true, version: 2 })])
  expect(await note(ID)).toMatchObject({ text: 'Ring the bell', is_pinned: true, version: 2 })
  expect(await db.outbox.toArray()).toMatchObject([{ base: { version: 1, values: { text: 'Side door' } } }])
})

it('deleting a row of a made entity is based on what the person has seen of it', async () => {
  const { commit, db, hear, note } = await deviceWithNotes()
  await hear([sent()])
  await commit(edited('DELETE', null))
  expect(await note(ID)).toBeUndefined()
  expect(await db.outbox.toArray()).toMatchObject([{ order: 7, base: { values: { text: 'Side door' } } }])
})

it('a row of a made entity goes with its order', async () => {
  const { db, hear, note } = await deviceWithNotes()
  await hear([{ table: 'orders', id: 7, row: order(7) }, sent()])
  await hear([{ table: 'orders', id: 7, row: null }])
  expect([await db.orders.count(), await note(ID)]).toEqual([0, undefined])
})
