import { expect, it } from 'vitest'
import type { OutboxRecord } from '#src/db/database.ts'
import { markWords } from './mark-words.ts'

type Record = Parameters<typeof markWords>[0]
const record = (
  body: object,
  clash: object,
  over: Partial<Pick<OutboxRecord, 'adds'>> & { by?: { who: string; at: string } } = {},
): Record => ({
  adds: over.adds ?? null,
  call: { method: 'PATCH', path: 'orderitems/1', body: { ...body } },
  answer: {
    status: 409,
    code: 'conflict',
    message: '',
    server_time: '',
    clash: clash as NonNullable<NonNullable<Record['answer']>['clash']>,
    ...(over.by && { by: over.by }),
  },
})
const ann = { who: 'Ann', at: '2026-11-28T08:00:00Z' }
const MARKED = { out_of_stock: { mine: false, theirs: true, base: false } }

it('a mark and a count that did not know of each other are both named, in either order', () => {
  expect(markWords(record({ unit_quantity: 2 }, MARKED, { by: ann }), 'Beef Ribeye')).toBe(
    'Ann marked Beef Ribeye out of stock; you counted 2.',
  )
  const scan = record({ unit_quantity: 5 }, MARKED, { by: ann, adds: { unit_quantity: 1 } })
  expect(markWords(scan, 'Beef Ribeye')).toBe('Ann marked Beef Ribeye out of stock; you counted 1.')
  expect(markWords(record({ picked: true }, MARKED), 'Beef Ribeye')).toBe(
    'Somebody marked Beef Ribeye out of stock; you picked it.',
  )
  const counted = {
    unit_quantity: { mine: 0, theirs: 2, base: 0 },
    case_quantity: { mine: 0, theirs: 1, base: 0 },
  }
  expect(markWords(record({ out_of_stock: true }, counted, { by: ann }), 'Beef Ribeye')).toBe(
    'You marked Beef Ribeye out of stock; Ann counted 3.',
  )
})

it('any other clash has no such words', () => {
  const clash = { unit_quantity: { mine: 4, theirs: 3, base: 2 } }
  expect(markWords(record({ unit_quantity: 4 }, clash), 'Beef Ribeye')).toBeNull()
})
