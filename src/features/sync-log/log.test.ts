import { describe, expect, it } from 'vitest'
import { BARE_EDIT } from '#contract/sync/mutation.ts'
import type { LedgerRecord, OutboxRecord } from '#src/db/database.ts'
import { decisionsOf } from '#src/sync/decisions.ts'
import { answerWords, editsBehind, inOrder, needsYou, passes, stateWord } from './log.ts'

const refusal = (code: string) => ({ status: 423, code, message: 'no', server_time: '' })
function record(seq: number, change: Partial<OutboxRecord> = {}): OutboxRecord {
  return {
    mutation_id: `m${seq}`,
    device_id: 'd',
    user_id: 6,
    entity: 'orderitems',
    entity_id: `i${seq}`,
    order: 7,
    call: { method: 'PATCH', path: 'x', body: {} },
    ...BARE_EDIT,
    seq,
    created_at: '2026-11-20T08:00:00.000Z',
    schema_version: 1,
    state: 'pending',
    family: `orderitems:i${seq}`,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    answer: null,
    reads: [],
    product: null,
    ...change,
  }
}
const locked = (seq: number, order = 7) =>
  record(seq, { order, state: 'refused', answer: refusal('order_locked') })
function over(seq: number, end: LedgerRecord['end']): LedgerRecord {
  const {
    state: _s,
    family: _f,
    attempts: _a,
    next_attempt_at: _n,
    last_error: _l,
    reads: _r,
    ...mutation
  } = record(seq)
  return { ...mutation, end, ended_at: '', server_time: null, answer: null }
}

describe('the list of changes that need a person', () => {
  it('has one card for forty refusals of an invoiced order, and one for each other order and reason', () => {
    const forty = Array.from({ length: 40 }, (_, n) => locked(n + 1))
    const gone = record(60, { state: 'refused', answer: refusal('order_gone') })
    const { orders, conflicts, refused } = needsYou([...forty, locked(50, 8), gone])
    expect(orders.map(({ order, why, refused }) => [order, why, refused.length])).toEqual([
      [7, 'order_locked', 40],
      [8, 'order_locked', 1],
      [7, 'order_gone', 1],
    ])
    expect([conflicts, refused]).toEqual([[], []])
  })

  it('has one card for the invoiced order, also for changes of an order that was merged into it', () => {
    const merged = locked(2, 12)
    merged.answer = { ...refusal('order_locked'), fields: { order: '7' } }
    expect(needsYou([locked(1), merged]).orders.map(({ order, refused }) => [order, refused.length])).toEqual(
      [[7, 2]],
    )
  })

  it('is counted by its cards on pill, panel and tile', () => {
    const outbox = [
      ...Array.from({ length: 10 }, (_, n) => locked(n + 1)),
      record(50, { state: 'conflict', answer: refusal('conflict') }),
      record(51, { state: 'refused', answer: refusal('invalid') }),
      record(52),
    ]
    const { orders, conflicts, refused } = needsYou(outbox)
    expect(decisionsOf(outbox)).toHaveLength(orders.length + conflicts.length + refused.length)
    expect(decisionsOf(outbox).map(({ seq }) => seq)).toEqual([1, 50, 51])
  })

  it('keeps clashes and other refusals apart, and leaves out waiting edits', () => {
    const clash = record(1, { state: 'conflict', answer: refusal('conflict') })
    const invalid = record(2, { state: 'refused', answer: refusal('invalid') })
    expect(needsYou([clash, invalid, record(3)])).toEqual({
      orders: [],
      conflicts: [clash],
      refused: [invalid],
    })
  })

  it('counts later edits of a refused row and of its pieces as waiting behind it, and no others', () => {
    const refused = locked(5)
    const later = record(6, { entity_id: 'i5', family: 'orderitems:i5' })
    const piece = record(7, { entity: 'ordersubitems', entity_id: 'p', family: 'orderitems:i5' })
    const before = record(4, { entity_id: 'i5', family: 'orderitems:i5' })
    expect(editsBehind([before, refused, later, piece, record(8)], [refused])).toEqual([later, piece])
  })
})

describe('the ledger', () => {
  it('is newest first by the device’s own order, and an edit that moved between two reads shows once', () => {
    const list = inOrder([record(3), record(9)], [over(5, 'applied'), over(3, 'applied')])
    expect(list.map(({ mutation_id }) => mutation_id)).toEqual(['m9', 'm5', 'm3'])
  })

  it('shows the reason of a refusal, and not the fault that the edit met before it', () => {
    const last_error = 'The server could not do this just now.'
    const waits = record(1, { last_error, attempts: 1 })
    expect(answerWords(waits)).toBe(last_error)
    expect(answerWords({ ...waits, state: 'refused', answer: refusal('order_locked') })).toBe('no')
    expect(answerWords(record(2))).toBeUndefined()
  })

  it('is filtered by unsent, acknowledged and needs you', () => {
    const all = [record(1), locked(2), over(3, 'applied'), over(4, 'discarded')]
    const shown = (filter: Parameters<typeof passes>[1]) =>
      all.filter((e) => passes(e, filter)).map(({ seq }) => seq)
    expect([shown('all'), shown('unsent'), shown('needs-you'), shown('acknowledged')]).toEqual([
      [1, 2, 3, 4],
      [1],
      [2],
      [3],
    ])
    expect(all.map((entry) => stateWord(entry).word)).toEqual([
      'Unsent',
      'Refused',
      'Acknowledged',
      'Discarded',
    ])
  })
})
