import { describe, expect, it, vi } from 'vitest'
import type { Camera } from './camera.ts'
import type { CodeRead, ScannerEngine } from './engine.ts'
import { scanLive } from './live-scan.ts'
import { readOf } from './read-of.ts'

const frame = {} as ImageBitmap
const read: CodeRead = readOf({
  engine: 'zxing',
  family: 'ean-upc',
  text: '9780201310054',
  lines: 30,
  offCentre: 0,
})!

/** Makes a camera that gives a frame when the test calls `next`, and an engine that answers by `answer`. */
function setUp(answer: () => Promise<CodeRead | null>) {
  let receive: (frame: ImageBitmap, at: number) => Promise<void> = async () => undefined
  const stopFrames = vi.fn<() => void>()
  const camera = {
    onFrame: (to: typeof receive) => {
      receive = to
      return stopFrames
    },
  } as unknown as Camera
  const engine = { equalReads: 2, read: answer } as unknown as ScannerEngine
  return { camera, engine, stopFrames, next: () => receive(frame, performance.now()) }
}

describe('scanning live', () => {
  it('reports a code after two equal reads, once', async () => {
    const onRead = vi.fn<(read: CodeRead, ms: number) => void>()
    const { camera, engine, next } = setUp(async () => read)
    scanLive({ camera, engine, onRead })
    await next()
    expect(onRead).not.toHaveBeenCalled()
    await next()
    await next()
    expect(onRead).toHaveBeenCalledTimes(1)
    expect(onRead.mock.calls[0]![0].text).toBe(read.text)
    expect(onRead.mock.calls[0]![1]).toBeGreaterThanOrEqual(0)
  })

  it('reports nothing that arrives after it was stopped', async () => {
    const onRead = vi.fn<() => void>()
    const { camera, engine, next, stopFrames } = setUp(async () => read)
    const stop = scanLive({ camera, engine, onRead })
    await next()
    stop()
    await next()
    expect(stopFrames).toHaveBeenCalled()
    expect(onRead).not.toHaveBeenCalled()
  })

  it('gives up after ten failures in a row, and says so', async () => {
    const onFailed = vi.fn<(error: Error) => void>()
    const { camera, engine, next, stopFrames } = setUp(() =>
      Promise.reject(new Error('memory access out of bounds')),
    )
    scanLive({ camera, engine, onRead: vi.fn<() => void>(), onFailed })
    for (let i = 0; i < 9; i += 1) await next()
    expect(onFailed).not.toHaveBeenCalled()
    await next()
    expect(onFailed).toHaveBeenCalledTimes(1)
    expect(stopFrames).toHaveBeenCalled()
  })
})
