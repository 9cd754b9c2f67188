import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, it } from 'vitest'
import { openDatabase, type LarderDatabase, type LedgerRecord, type OutboxRecord } from '#src/db/database.ts'
import { giveBack } from './give-back.ts'
import { storePage } from './page.ts'
import { allEnded, keepEnded } from '../store/ledger.ts'
import { META, readGivenBack } from '../store/meta.ts'
import records from '../fixtures/outbox-v6.json' with { type: 'json' }

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`
const { part: _part, ...edit } = (records as unknown as [OutboxRecord])[0]
const ended = (seq: number, change: Partial<LedgerRecord> = {}): LedgerRecord => ({
  ...(edit as unknown as LedgerRecord),
  mutation_id: `m${seq}`,
  seq,
  end: 'applied',
  ended_at: at(seq),
  server_time: at(seq),
  answer: null,
  ...change,
})

const waits = (seq: number, mutation_id: string): OutboxRecord => ({
  ...edit,
  mutation_id,
  seq,
  state: 'pending',
})

let db: LarderDatabase
beforeEach(() => {
  db = openDatabase(5, { indexedDB: new IDBFactory(), IDBKeyRange })
})
const setBackTo = (to: string) => db.meta.put({ key: META.setBack, value: to })
const give = () => db.transaction('rw', db.outbox, db.ended, db.meta, () => giveBack(db))
const waiting = async () =>
  (await db.outbox.toArray()).map(({ seq, mutation_id, state }) => `${seq} ${mutation_id} ${state}`)

it('edits applied after the backup go before the waiting edits, in the order in which they were made', async () => {
  await keepEnded(db, [ended(1)])
  await keepEnded(db, [ended(22)])
  await keepEnded(db, [ended(21), ended(20)])
  await db.outbox.put(waits(30, 'new'))
  await setBackTo(at(15))
  expect(await give()).toBe(true)
  expect(await waiting()).toEqual(['20 m20 pending', '21 m21 pending', '22 m22 pending', '30 new pending'])
  expect((await allEnded(db)).map(({ mutation_id }) => mutation_id)).toEqual(['m1'])
  expect(await readGivenBack(db)).toEqual({ to: at(15), count: 3 })
})

it('an edit of the minutes before the backup is restored too: its answer may be older than its commit', async () => {
  await keepEnded(db, [ended(11)])
  await keepEnded(db, [ended(9)])
  await setBackTo(at(15))
  await give()
  expect(await waiting()).toEqual(['11 m11 pending'])
})

it('an edit that a person has discarded, or tried again as another edit, is not restored', async () => {
  await keepEnded(db, [ended(20, { end: 'discarded' })])
  await keepEnded(db, [ended(21, { end: 'retried' })])
  await setBackTo(at(15))
  expect(await give()).toBe(false)
  expect(await waiting()).toEqual([])
  expect(await readGivenBack(db)).toBeUndefined()
})

it('an edit gets another number if its own is taken', async () => {
  await keepEnded(db, [ended(20)])
  await db.outbox.put(waits(20, 'other'))
  await setBackTo(at(15))
  await give()
  expect(await waiting()).toEqual(['20 other pending', '21 m20 pending'])
})

it('an edit that waits already is not restored', async () => {
  await keepEnded(db, [ended(20), ended(21)])
  await db.outbox.put(waits(30, 'm20'))
  await setBackTo(at(15))
  await give()
  expect(await waiting()).toEqual(['21 m21 pending', '30 m20 pending'])
  expect(await readGivenBack(db)).toEqual({ to: at(15), count: 1 })
})

it('the edits are restored once, and never without a restored server', async () => {
  await keepEnded(db, [ended(20)])
  expect(await give()).toBe(false)
  await setBackTo(at(15))
  expect(await give()).toBe(true)
  await db.outbox.clear()
  await keepEnded(db, [ended(20)])
  expect(await give()).toBe(false)
})

it.each([
  [{ entity: 'orderitems', entity_id: 'i1' }, 'orderitems:i1'],
  [
    { entity: 'ordersubitems', entity_id: 's1', call: { ...edit.call, body: { order_item: 'i1' } } },
    'orderitems:i1',
  ],
  [{ entity: 'orders', entity_id: '7', order: 7 }, 'orders:7'],
  [{ entity: 'sharedcartitems', entity_id: '4-0614' }, 'sharedcartitems:4'],
] as const)('an edit that ended before families were kept gets its family: %o', async (change, family) => {
  await keepEnded(db, [{ ...ended(20), ...change, family: undefined }])
  await setBackTo(at(15))
  await give()
  expect((await db.outbox.toArray())[0]?.family).toBe(family)
})

it('a server that is set back once more, before a device has given back what it lost, gets everything since the first time', async () => {
  await keepEnded(db, [ended(20), ended(30)])
  const page = {
    cursor: 'c1',
    more: true,
    range: null,
    rows: {},
    gone: {},
    server_time: at(40),
    today: '2026-03-01',
  }
  const person = { id: 5, username: 'pat', role_id: 14, is_staff: false, company: null }
  const context = { db, person, now: () => Date.parse(at(40)) }
  expect(await storePage(context, undefined, { ...page, set_back_to: at(15) })).toBe(true)
  expect(await storePage(context, 'c1', { ...page, cursor: 'c2', set_back_to: at(35) })).toBe(true)
  expect(await give()).toBe(true)
  expect(await waiting()).toEqual(['20 m20 pending', '30 m30 pending'])
})
