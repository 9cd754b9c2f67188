import type { Frame, CodeRead, ScannerEngine } from './engine.ts'
import type { WorkerReply, WorkerRequest } from './scan.worker.ts'

type Waiting = { resolve: (read: CodeRead | null) => void; reject: (error: Error) => void }

/** zxing-wasm with zbar-wasm as second opinion, both in a worker. */
export function createWorkerEngine(): ScannerEngine {
  const worker = new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let sent = 0
  let failure: Error | null = null

  const fail = (error: Error) => {
    failure = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asker?.reject(new Error(data.error))
    else asker?.resolve(data.read)
  })
  worker.addEventListener('error', (event) => {
    fail(new Error(event.message || 'The scanner could not be loaded.'))
  })

  type Body = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never
  const ask = (body: Body) =>
    new Promise<CodeRead | null>((resolve, reject) => {
      if (failure) return reject(failure)
      sent += 1
      waiting.set(sent, { resolve, reject })
      const transfer = 'frame' in body && body.frame instanceof ImageBitmap ? [body.frame] : []
      worker.postMessage({ ...body, id: sent }, transfer)
    })

  return {
    name: 'zxing and zbar',
    equalReads: 2,
    prepare: () => ask({ kind: 'prepare' }).then(() => undefined),
    read: (frame: Frame) => ask({ kind: 'live', frame }),
    readPhoto: (frame: Frame) => ask({ kind: 'photo', frame }),
    dispose() {
      worker.terminate()
      fail(new Error('The scanner was closed.'))
    },
  }
}
