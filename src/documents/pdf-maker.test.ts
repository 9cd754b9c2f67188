import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPdfMaker, type PdfOptions } from './pdf-maker.ts'
import type { PdfJob, PdfReply, PdfRequest } from './pdf-job.ts'

const IDLE_MS = 30_000
const job = (id: number): PdfJob => ({
  kind: 'tickets',
  header: [],
  tickets: [
    {
      order: {
        id,
        delivery_date: '2026-11-23',
        note: '',
        company_location: { id: 1, name: '', physical_address: { complete_address: '' } },
      },
      items: [],
    },
  ],
})

/** Answers when the test calls `say`. */
class FakeWorker {
  onmessage: Worker['onmessage'] = null
  onerror: Worker['onerror'] = null
  isEnded = false
  readonly asked: PdfRequest[] = []
  postMessage(request: PdfRequest) {
    this.asked.push(request)
  }
  terminate() {
    this.isEnded = true
  }
  /** Answers the last request. */
  say(reply: { progress: number } | { file: ArrayBuffer } | { error: string }) {
    const data: PdfReply = { id: this.asked.at(-1)!.id, ...reply }
    this.onmessage?.call(this as never, { data } as MessageEvent)
  }
}

function setUp() {
  const workers: FakeWorker[] = []
  const maker = createPdfMaker(() => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker
  }, IDLE_MS)
  const ordersAsked = () =>
    workers.map(({ asked }) =>
      asked.map((request) => (request.job.kind === 'tickets' ? request.job.tickets[0]!.order.id : 0)),
    )
  const make = (id: number, options?: PdfOptions) => maker.make(job(id), options)
  return { workers, make, ordersAsked }
}
const file = (text: string) => ({ file: new TextEncoder().encode(text).buffer })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('nothing is loaded before the first PDF; then PDFs are made one after another, with progress', async () => {
  const { workers, make, ordersAsked } = setUp()
  expect(workers).toEqual([])
  const told: number[] = []
  const first = make(1, { onProgress: (progress) => told.push(progress) })
  const second = make(2)
  expect(ordersAsked()).toEqual([[1]])
  workers[0]!.say({ progress: 0.5 })
  workers[0]!.say(file('one'))
  const pdf = await first
  expect([pdf.type, await pdf.text(), told]).toEqual(['application/pdf', 'one', [0.5]])
  expect(ordersAsked()).toEqual([[1, 2]])
  workers[0]!.say(file('two'))
  expect(await (await second).text()).toBe('two')
})

it('a PDF that fails gives the reason, and the next is made', async () => {
  const { workers, make } = setUp()
  const first = make(1)
  const second = make(2)
  workers[0]!.say({ error: 'The font is missing.' })
  await expect(first).rejects.toThrow('The font is missing.')
  workers[0]!.say(file('two'))
  expect(await (await second).text()).toBe('two')
})

it('cancelling the PDF in progress ends the worker, and another worker makes the waiting ones', async () => {
  const { workers, make, ordersAsked } = setUp()
  const giveUp = new AbortController()
  const first = make(1, { signal: giveUp.signal })
  const second = make(2)
  giveUp.abort()
  await expect(first).rejects.toThrow(/abort/i)
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
  expect(ordersAsked()).toEqual([[1], [2]])
  workers[1]!.say(file('two'))
  expect(await (await second).text()).toBe('two')
})

it('cancelling a PDF that waits, or before it begins, sends nothing to the worker', async () => {
  const { workers, make, ordersAsked } = setUp()
  const giveUp = new AbortController()
  const first = make(1)
  const second = make(2, { signal: giveUp.signal })
  giveUp.abort()
  await expect(second).rejects.toThrow(/abort/i)
  await expect(make(3, { signal: giveUp.signal })).rejects.toThrow(/abort/i)
  workers[0]!.say(file('one'))
  expect(await (await first).text()).toBe('one')
  expect(ordersAsked()).toEqual([[1]])
  expect(workers[0]!.isEnded).toBe(false)
})

it('a worker that cannot be loaded fails the PDF in progress, and the next gets another', async () => {
  const { workers, make } = setUp()
  const first = make(1)
  const second = make(2)
  workers[0]!.onerror?.call(null as never, { message: '' } as ErrorEvent)
  await expect(first).rejects.toThrow('What makes PDFs could not be loaded. Please try again.')
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
  workers[1]!.say(file('two'))
  expect(await (await second).text()).toBe('two')
})

it('an idle worker is ended after a while, and a busy one is not', async () => {
  const { workers, make } = setUp()
  const first = make(1)
  workers[0]!.say(file('one'))
  await first
  vi.advanceTimersByTime(IDLE_MS - 1)
  const second = make(2)
  vi.advanceTimersByTime(IDLE_MS * 2)
  expect(workers[0]!.isEnded).toBe(false)
  workers[0]!.say(file('two'))
  await second
  vi.advanceTimersByTime(IDLE_MS)
  expect(workers[0]!.isEnded).toBe(true)
  void make(3)
  expect(workers).toHaveLength(2)
})
