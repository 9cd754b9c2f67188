import { expect, it } from 'vitest'
import { adviceOf, type Operations } from './operations.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

/** As a release before 0059 reports. */
const SAYS_NOTHING = { oldest_unsent: null, release: null }
const WELL: Operations = {
  version: '1.0.0',
  schema: '0058_housekeeping',
  started_at: hoursAgo(100),
  database: { is_embedded: true, size_bytes: 1e9, oldest_transaction_seconds: null },
  disk: { free_bytes: 50e9, all_bytes: 100e9, is_full: false },
  backup: { at: hoursAgo(23), file: 'larder.backup' },
  jobs: [{ queue: 'mail', waiting: 3, failed: 0, failed_at: null, done_at: hoursAgo(1) }],
  mails: { waiting: 3, perhaps: 0, refused: 0 },
  devices: [
    {
      device_id: 'd',
      name: null,
      username: 'pat',
      last_seen: hoursAgo(0.9),
      ...SAYS_NOTHING,
      unsent: 4,
      needs_you: 0,
    },
  ],
}
const saidOf = (over: Partial<Operations>) => adviceOf({ ...WELL, ...over }, NOW).map(({ what }) => what)

it('says nothing where all is well, also where the database is elsewhere', () => {
  expect(saidOf({})).toEqual([])
  expect(saidOf({ disk: null })).toEqual([])
})

it.each<[string, Partial<Operations>, string]>([
  [
    'a full disk',
    { disk: { free_bytes: 1e8, all_bytes: 100e9, is_full: true } },
    'The disk is almost full: nothing is saved.',
  ],
  [
    'little room',
    { disk: { free_bytes: 9e9, all_bytes: 100e9, is_full: false } },
    'Less than a tenth of the disk is free.',
  ],
  ['no backup', { backup: null }, 'No backup has been taken.'],
  [
    'an old backup',
    { backup: { at: hoursAgo(25), file: 'larder.backup' } },
    'The last backup is older than a day.',
  ],
  [
    'a failed job',
    { jobs: [{ queue: 'stripe', waiting: 0, failed: 2, failed_at: hoursAgo(1), done_at: null }] },
    'Jobs failed: stripe.',
  ],
  [
    'mails to decide about',
    { mails: { waiting: 0, perhaps: 1, refused: 2 } },
    '3 mails were refused, or perhaps sent.',
  ],
  [
    'a device that is silent and holds edits',
    {
      devices: [
        {
          device_id: 'a',
          name: null,
          username: 'pat',
          last_seen: hoursAgo(2),
          ...SAYS_NOTHING,
          unsent: 4,
          needs_you: 0,
        },
        {
          device_id: 'b',
          name: null,
          username: 'sam',
          last_seen: hoursAgo(2),
          ...SAYS_NOTHING,
          unsent: 0,
          needs_you: 1,
        },
      ],
    },
    '1 device with edits has not been heard of for an hour.',
  ],
  [
    'a forgotten transaction',
    { database: { ...WELL.database, oldest_transaction_seconds: 3_601 } },
    'A transaction of the database has been open for more than an hour.',
  ],
])('says what to do about %s', (_what, over, said) => {
  const advices = adviceOf({ ...WELL, ...over }, NOW)
  expect(advices.map(({ what }) => what)).toEqual([said])
  expect(advices[0]!.todo).not.toBe('')
})
