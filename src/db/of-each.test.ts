import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { deleteRuns } from './of-each.ts'

async function tables() {
  const db = new Dexie('runs', { indexedDB: new IDBFactory(), IDBKeyRange })
  db.version(1).stores({ numbers: 'id', pairs: '[table+id]' })
  const ids = Array.from({ length: 200 }, (_, n) => n)
  await db.table('numbers').bulkPut(ids.map((id) => ({ id })))
  await db
    .table('pairs')
    .bulkPut(
      ids.map((id) => ({ table: id % 2 === 0 ? 'items' : 'subitems', id: String(id).padStart(3, '0') })),
    )
  return {
    numbers: db.table<unknown, number>('numbers'),
    pairs: db.table<unknown, [string, string]>('pairs'),
  }
}

it.each([
  ['a few', [3, 4, 5, 90]],
  ['one run', Array.from({ length: 60 }, (_, n) => n + 20)],
  ['runs with rows of others between them', [...Array(80).keys()].filter((n) => n % 30 !== 7)],
  ['many that lie far apart', [...Array(200).keys()].filter((n) => n % 5 === 0)],
  ['some that are not there', [...Array(60).keys()].map((n) => n + 180)],
])('deletes %s and nothing else', async (_, keys) => {
  const { numbers } = await tables()
  await deleteRuns(numbers, keys.toReversed())
  expect(await numbers.toCollection().primaryKeys()).toEqual(
    [...Array(200).keys()].filter((id) => !keys.includes(id)),
  )
})

it('deletes rows of one kind, whose keys have two parts, and none of another', async () => {
  const { pairs } = await tables()
  const all = await pairs.toCollection().primaryKeys()
  const wanted = all.filter(([table, id]) => table === 'items' && Number(id) < 120 && Number(id) !== 60)
  await deleteRuns(pairs, wanted.toReversed())
  const gone = new Set(wanted.map(String))
  expect(await pairs.toCollection().primaryKeys()).toEqual(all.filter((key) => !gone.has(String(key))))
})
