import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TABLES } from '#contract/sync/entities.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'

const xid = fc.bigInt({ min: 1n, max: 10n ** 18n })
const snapshot = fc.tuple(xid, fc.uniqueArray(fc.nat(), { maxLength: 100 })).map(([xmin, offsets]) => {
  const running = offsets.toSorted((a, b) => a - b).map((offset) => xmin + BigInt(offset))
  const xmax = (running.at(-1) ?? xmin) + 1n
  return `${xmin}:${xmax}:${running.join(',')}`
})
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const table = fc.constantFrom(...TABLES)
/** Barcodes and UPCs are any text; the signs with which a cursor is put together are among them. */
const key = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.string({ minLength: 1, unit: fc.constantFrom('~', ':', '%', '7', 'E', 'A', '|', ' ') }),
  fc.uuid(),
  fc.nat().map(String),
)
const after = fc.option(key, { nil: null })
const cursor: fc.Arbitrary<Cursor> = fc.record({
  epoch: fc.uuid(),
  timeline: fc.stringMatching(/^[\dA-F]{1,8}$/),
  shape: fc.nat(999_999_999),
  snapshot,
  day,
  rights: fc.stringMatching(/^[\w-]{16}$/),
  full: fc.constant(null),
  first: fc.constant(null),
  changed: fc.constant(null),
})
const within = fc.oneof(
  fc.record({ table, after, from: fc.option(snapshot, { nil: null }) }).map((full) => ({ full })),
  fc
    .record({
      after: fc.record({ day, id: fc.integer({ min: 1, max: 2_147_483_647 }) }),
      from: fc.option(snapshot, { nil: null }),
    })
    .map((first) => ({ first })),
  fc.record({ since: snapshot, day, table, after }).map((changed) => ({ changed })),
  fc.constant({}),
)

it('a cursor is read as it was written, whatever the key in it', () => {
  fc.assert(
    fc.property(cursor, within, (head, more) => {
      const written: Cursor = { ...head, ...more }
      expect(readCursor(writeCursor(written))).toEqual(written)
    }),
    { numRuns: 2_000 },
  )
})

it.each(['0', '0.5.', '5.4.', '5.9.4', '5.9.9', '5.9.7-6', '5.9.6-6', '5.9', '5.9.-', '5.9.x', '5:9:'])(
  'a snapshot that PostgreSQL would refuse, %s, is no cursor',
  (packed) => {
    expect(readCursor(`e:${packed}~2026-11-24~rights`)).toBeNull()
  },
)

it('a cursor of an earlier release, which held the oldest running transaction only, is still read', () => {
  expect(readCursor('e:12~2026-11-24~rights')).toMatchObject({
    epoch: 'e',
    timeline: '1',
    shape: 1,
    snapshot: '12:12:',
  })
})

it('a cursor of the release before, which wrote a tilde as it is, is still read', () => {
  expect(readCursor('e:12~2026-11-24~rights~barcodes~~0001')).toMatchObject({
    full: { table: 'barcodes', after: '0001' },
  })
})
