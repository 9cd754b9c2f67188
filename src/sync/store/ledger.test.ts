import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { openDatabase, type LedgerEnd, type LedgerRecord } from '#src/db/database.ts'
import { allEnded, countEnded, forgetEnded, keepEnded, newestEnded } from './ledger.ts'
import version1 from '../fixtures/outbox-v1.json' with { type: 'json' }

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`
const edit = (n: number, end: LedgerEnd = 'applied') =>
  ({
    ...version1[0],
    mutation_id: `m${n}`,
    seq: n,
    end,
    ended_at: at(n),
    server_time: at(n),
    answer: null,
  }) as unknown as LedgerRecord
const idsOf = (edits: readonly LedgerRecord[]) => edits.map(({ mutation_id }) => mutation_id)

function open(disk = new IDBFactory()) {
  return openDatabase(5, { indexedDB: disk, IDBKeyRange })
}

it('the ledger returns the newest finished edits, for any number that ended together', async () => {
  const db = open()
  await keepEnded(db, [edit(1), edit(2), edit(3)])
  await keepEnded(db, [edit(4)])
  await keepEnded(db, [edit(5), edit(6)])
  await keepEnded(db, [edit(7, 'discarded')])
  await keepEnded(db, [])
  expect(idsOf(await newestEnded(db, 'applied', 4))).toEqual(['m6', 'm5', 'm4', 'm3'])
  expect(idsOf(await newestEnded(db, 'applied', 99))).toHaveLength(6)
  expect(idsOf(await newestEnded(db, 'discarded', 99))).toEqual(['m7'])
})

it('the ledger counts edits that ended since a time, and deletes those that ended before one', async () => {
  const db = open()
  await keepEnded(db, [edit(1), edit(2)])
  await keepEnded(db, [edit(3, 'retried')])
  await keepEnded(db, [edit(4), edit(5), edit(6)])
  expect(await countEnded(db, 'applied')).toBe(5)
  expect(await countEnded(db, 'applied', at(3))).toBe(3)
  expect(await countEnded(db, 'discarded')).toBe(0)
  await forgetEnded(db, at(5))
  expect(idsOf(await allEnded(db))).toEqual(['m4', 'm5', 'm6'])
})

it('the ledger keeps the edits of a device of the second version, where each edit was a row', async () => {
  const disk = new IDBFactory()
  const old = new Dexie('larder-5', { indexedDB: disk, IDBKeyRange })
  old.version(2).stores({ outbox: '++seq, &mutation_id', ledger: 'mutation_id, [end+ended_at]' })
  const edits = Array.from({ length: 250 }, (_, n) => edit(n % 60, n % 5 === 0 ? 'discarded' : 'applied'))
  await old.table('ledger').bulkPut(edits.map((one, n) => ({ ...one, mutation_id: `m${n}` })))
  old.close()
  const db = open(disk)
  expect(new Set(idsOf(await allEnded(db)))).toEqual(new Set(edits.map((_, n) => `m${n}`)))
  expect(await countEnded(db, 'applied')).toBe(200)
  expect((await newestEnded(db, 'discarded', 1))[0]!.ended_at).toBe(at(55))
  expect([...db.backendDB().objectStoreNames]).not.toContain('ledger')
})
