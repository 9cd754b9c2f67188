import Dexie from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchTables } from './watch-tables.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Reads that end when the test says so, and the tables of each. */
function slowReads() {
  const reads: { changed: string[]; end: () => void }[] = []
  const read = (changed: ReadonlySet<string>) =>
    new Promise<void>((end) => reads.push({ changed: [...changed].toSorted(), end }))
  const watch = watchTables(new Dexie('larder-watched'), ['items', 'products'], read)
  return { reads, watch }
}

it('reads all tables at once, and later the tables that changed, each once', async () => {
  const { reads, watch } = slowReads()
  expect(reads.map(({ changed }) => changed)).toEqual([['items', 'products']])
  reads[0]!.end()
  await vi.advanceTimersByTimeAsync(1_000)
  watch.again(['items'])
  watch.again(['items'])
  expect(reads).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reads.map(({ changed }) => changed)).toEqual([['items', 'products'], ['items']])
  watch.stop()
})

it('begins no read before the last one has ended, whose older rows would come after the newer ones', async () => {
  const { reads, watch } = slowReads()
  watch.again(['items'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reads).toHaveLength(1)
  reads[0]!.end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reads.map(({ changed }) => changed)).toEqual([['items', 'products'], ['items']])
  watch.stop()
})

it('reads nothing once it is stopped, also where something changed during the last read', async () => {
  const { reads, watch } = slowReads()
  watch.again(['items'])
  watch.stop()
  reads[0]!.end()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reads).toHaveLength(1)
})
