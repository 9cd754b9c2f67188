import { describe, expect, it } from 'vitest'
import { FRESH, type SyncStatus } from '#src/sync/status.ts'
import { inMemoryWords, loadingWords, loadedPercent, pillSentence, pillWords } from './sync-words.ts'

const words = (over: Partial<SyncStatus> = {}) =>
  pillWords({ ...FRESH, online: true, serverReachable: true, ...over }, 600_000)

it('the pill shows the scanned and the acknowledged count', () => {
  expect(words({ scanned: 214, acknowledged: { today: 214, session: 3 } })).toEqual({
    shape: 'online',
    word: 'Online',
    counts: '214 scanned · 214 acknowledged',
  })
})

it('the pill counts no scans for a person who does not scan', () => {
  const status = { ...FRESH, scanned: 3, acknowledged: { today: 3, session: 3 } }
  expect(pillWords(status, 0, false).counts).toBe('3 sent today')
  expect(pillSentence(status, 0, false)).not.toContain('scanned')
})

it('the pill shows no counts before the first edit', () => {
  expect(words().counts).toBe('')
  expect(pillWords(FRESH, 0, false).counts).toBe('')
})

it('the pill shows the waiting edits and their age, with and without the server', () => {
  const waiting = { waiting: 3, oldestUnsentAt: 480_000, acknowledged: { today: 5, session: 5 } }
  expect(words(waiting).counts).toBe('3 not sent · 2 min')
  expect(words({ ...waiting, serverReachable: false })).toMatchObject({ shape: 'offline', word: 'Offline' })
})

it('the bar shows the progress of a first pull, and never all of it', () => {
  expect(loadingWords({ rows: 450, expected: 1_000 })).toBe('Loading 45 %')
  expect(loadingWords({ rows: 1_200, expected: 1_000 })).toBe('Loading 99 %')
  expect(loadingWords({ rows: 450, expected: null })).toBe('Loading …')
  expect(loadedPercent({ rows: 0, expected: 0 })).toBeNull()
})

it('the pill asks for a person only when one must act, most urgent first', () => {
  expect(words({ serverReachable: false }).shape).toBe('offline')
  expect(words({ signInNeeded: true })).toMatchObject({ shape: 'act', word: 'Sign in to send' })
  expect(words({ signInNeeded: true, online: false, serverReachable: false }).shape).toBe('offline')
  expect(words({ signInNeeded: true, needYou: 2 }).word).toBe('2 need you')
  expect(words({ needYou: 1 }).word).toBe('1 needs you')
  expect(words({ needYou: 1, storageTrouble: { kind: 'quota', message: '' } }).word).toBe('Cannot store')
})

it('the pill shows at once that there is no network, or that something else answers', () => {
  expect(words({ online: false })).toMatchObject({ shape: 'offline', word: 'Offline' })
  const waiting = { waiting: 3, oldestUnsentAt: 480_000, unexpected: true }
  expect(words(waiting)).toMatchObject({ shape: 'offline', word: 'Server trouble' })
  expect(pillSentence({ ...FRESH, ...waiting }, 600_000)).toContain('The server does not answer as expected.')
  expect(words({ ...waiting, online: false }).word).toBe('Offline')
})

describe('edits that only memory holds', () => {
  const rescue = { waiting: 5, lost: 0, isFull: true, isStored: false }
  it.each([
    [rescue, 0, 'This device is full: 5 scans are only in memory. Keep Larder open.'],
    [rescue, 1, 'This device is full: 5 scans and 1 cart are only in memory. Keep Larder open.'],
    [{ ...rescue, waiting: 1 }, 0, 'This device is full: 1 scan is only in memory. Keep Larder open.'],
    [{ ...rescue, waiting: 0 }, 1, 'This device is full: 1 cart is only in memory. Keep Larder open.'],
    [{ ...rescue, waiting: 0 }, 0, 'This device is full. Everything was sent.'],
    [
      { ...rescue, isFull: false },
      0,
      'The storage of this device was cleared: 5 scans are only in memory. Keep Larder open.',
    ],
  ])('are counted in words (%#)', (held, carts, words) => {
    expect(inMemoryWords(held, carts, 'scan')).toBe(words)
  })
})
