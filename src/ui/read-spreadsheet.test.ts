import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readSpreadsheet } from './read-spreadsheet.ts'
import type { ReadReply, ReadRequest } from './spreadsheet-reading.ts'

/** What the last worker was asked, and how it answers. */
class StillWorker {
  static last: StillWorker
  onmessage: ((event: { data: ReadReply }) => void) | null = null
  onerror: (() => void) | null = null
  asked: ReadRequest | null = null
  isOver = false
  constructor() {
    StillWorker.last = this
  }
  postMessage(request: ReadRequest): void {
    this.asked = request
  }
  terminate(): void {
    this.isOver = true
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', StillWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a spreadsheet is the answer of its worker, which then ends', async () => {
  const file = new File(['1'], 'a.csv')
  const reading = readSpreadsheet(file, 'As exported')
  expect(StillWorker.last.asked).toEqual({ file, also: 'As exported' })
  StillWorker.last.onmessage!({ data: { spreadsheet: { rows: [['1']], also: null } } })
  expect(await reading).toEqual({ rows: [['1']], also: null })
  expect(StillWorker.last.isOver).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('a file of more than 10 MB is not read', async () => {
  const file = Object.defineProperty(new File([], 'a.csv'), 'size', { value: 10 * 1024 * 1024 + 1 })
  await expect(readSpreadsheet(file)).rejects.toThrow('The file has more than 10 MB.')
})

it.each([
  ['takes more than 20 seconds', () => vi.advanceTimersByTime(20_000), 'could not be read within 20 seconds'],
  ['breaks its worker', () => StillWorker.last.onerror!(), 'The file could not be read.'],
  ['is wrong', () => StillWorker.last.onmessage!({ data: { problem: 'It is wrong.' } }), 'It is wrong.'],
])('a file that %s is refused in words', async (_what, end, words) => {
  const reading = readSpreadsheet(new File(['1'], 'a.csv'))
  end()
  await expect(reading).rejects.toThrow(words)
  expect(StillWorker.last.isOver).toBe(true)
})
