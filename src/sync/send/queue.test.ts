import { describe, expect, it } from 'vitest'
import type { OutboxRecord } from '#src/db/database.ts'
import { isOneUnit, SendQueue } from './queue.ts'
import { heldByOrder } from './report.ts'

const edit = (
  seq: number,
  entity: OutboxRecord['entity'],
  id: string,
  item: string,
  more: Partial<OutboxRecord> = {},
) =>
  ({
    seq,
    entity,
    entity_id: id,
    family: `orderitems:${item}`,
    state: 'pending',
    next_attempt_at: 0,
    order: 7,
    call: { method: 'PATCH', path: '', body: {} },
    ...more,
  }) as OutboxRecord
const line = (seq: number, id: string, more?: Partial<OutboxRecord>) => edit(seq, 'orderitems', id, id, more)
const piece = (seq: number, id: string, item: string, more?: Partial<OutboxRecord>) =>
  edit(seq, 'ordersubitems', id, item, more)
const queueOf = (...records: OutboxRecord[]) => {
  const queue = new SendQueue()
  queue.add(records)
  return queue
}
const seqs = (records: OutboxRecord[]) => records.map((record) => record.seq)

describe('the send queue', () => {
  it('sends whole families, each in the order in which its edits were made', () => {
    expect(seqs(queueOf(line(1, 'a'), piece(2, 'p', 'a'), line(3, 'b'), line(4, 'a')).take(3, 0))).toEqual([
      1, 2, 4,
    ])
  })

  it('leaves out the later edits of a refused row and its pieces, and nothing else', () => {
    const queue = queueOf(line(1, 'a', { state: 'refused' }), line(2, 'a'), piece(3, 'p', 'a'), line(4, 'b'))
    expect(seqs(queue.take(10, 0))).toEqual([4])
  })

  it('sends the item and its other pieces when one piece is refused', () => {
    const queue = queueOf(
      piece(1, 'p', 'a', { state: 'conflict' }),
      piece(2, 'p', 'a'),
      piece(3, 'q', 'a'),
      line(4, 'a'),
    )
    expect(seqs(queue.take(10, 0))).toEqual([3, 4])
  })

  it('waits for an edit that backs off, with its chain, unless a person asks', () => {
    const records = [line(1, 'a', { next_attempt_at: 5_000 }), piece(2, 'p', 'a'), line(3, 'b')]
    const queue = queueOf(...records)
    expect(seqs(queue.take(10, 1_000))).toEqual([3])
    expect(queue.nextAt).toBe(5_000)
    expect(seqs(queueOf(...records).take(10, 1_000, true))).toEqual([1, 2, 3])
  })

  it('does not wait for years when the clock was set back', () => {
    expect(seqs(queueOf(line(1, 'a', { next_attempt_at: 10 ** 12 })).take(10, 0))).toEqual([1])
  })

  it('keeps a family together while a batch of it is on its way', () => {
    const queue = queueOf(line(1, 'a'), line(2, 'b'), piece(3, 'p', 'a'))
    const first = queue.take(1, 0)
    expect(seqs(queue.take(10, 0))).toEqual([2])
    queue.done(first, [])
    expect(seqs(queue.take(10, 0))).toEqual([3])
  })

  it('puts an unanswered batch back, before the later edits of its rows', () => {
    const queue = queueOf(line(1, 'a'), line(2, 'a'))
    const batch = queue.take(1, 0)
    expect(queue.reportWith(batch, 0)).toMatchObject({ unsent: { 7: 1 }, needs_you: {} })
    queue.done(batch, [], batch)
    expect(seqs(queue.take(10, 0))).toEqual([1, 2])
  })
})

describe('the parts of an act', () => {
  const of = (id: string, parts = 2) => ({ act: { id, parts } })

  it('are sent in one batch, also if it would be full without them', () => {
    const queue = queueOf(line(1, 'a'), line(2, 'b', of('x')), line(3, 'c', of('x')), line(4, 'd'))
    expect(seqs(queue.take(2, 0))).toEqual([1, 4])
    // They are more than a batch by themselves, and go alone.
    const act = queue.take(1, 0)
    expect(seqs(act)).toEqual([2, 3])
    expect(isOneUnit(act)).toBe(true)
    expect(isOneUnit([line(1, 'a'), line(2, 'b')])).toBe(false)
  })

  it('wait for each other: behind a card, or an edit on its way, no part is sent', () => {
    const refused = line(1, 'a', { state: 'refused' })
    const parts = [line(2, 'a', of('x')), line(3, 'b', of('x'))]
    expect(seqs(queueOf(refused, ...parts, line(4, 'b'), line(5, 'c')).take(10, 0))).toEqual([5])
    const one = line(2, 'a', { ...of('x'), state: 'conflict' })
    expect(seqs(queueOf(one, parts[1]!, line(5, 'c')).take(10, 0))).toEqual([5])
    const queue = queueOf(line(1, 'a'))
    const flying = queue.take(1, 0)
    queue.add([...parts, line(4, 'c')])
    expect(seqs(queue.take(10, 0))).toEqual([4])
    queue.done(flying, [])
    expect(seqs(queue.take(10, 0))).toEqual([2, 3])
  })

  it('are sent again together, in their places, if no answer came', () => {
    const queue = queueOf(line(1, 'b'), line(2, 'a', of('x')), line(3, 'b', of('x')), line(4, 'a'))
    const batch = queue.take(3, 0)
    expect(seqs(batch)).toEqual([1, 2, 3])
    queue.done(batch, [], batch)
    expect(seqs(queue.take(10, 0))).toEqual([1, 2, 3, 4])
  })
})

it('the report counts waiting edits and those for a person by order, as a person counts, and no more', () => {
  const outbox = [
    line(1, 'a', { part: 1 }),
    piece(2, 'p', 'a'),
    line(3, 'b'),
    line(4, 'c', { state: 'refused' }),
    line(5, 'd', { order: null }),
    line(6, 'e', { order: 8, part: 1 }),
    line(7, 'f', { order: 9, state: 'conflict', mutation_id: 'm7' }),
    line(8, 'g', { order: 9, state: 'refused', mutation_id: 'm8' }),
  ]
  const reported = { unsent: { 7: 2, 8: 1 }, needs_you: { 7: 1, 9: 2 } }
  expect(heldByOrder(outbox)).toEqual(reported)
  expect(queueOf(...outbox).reportWith([], 0)).toMatchObject(reported)
})
