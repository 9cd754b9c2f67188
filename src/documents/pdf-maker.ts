/**
 * Has PDFs made by a worker, one after another:
 *
 *   make ──► waiting ──► at work ──► made | failed
 *               └───────────┴──► given up (its signal)
 *
 * A worker that is at work cannot be stopped: it is ended, and the waiting jobs go to a new one. It is also ended after
 * a while without a job, because it holds tens of megabytes.
 */
import type { PdfJob, PdfReply, PdfRequest } from './pdf-job.ts'

export interface PdfOptions {
  /** Receives the share that is drawn, from 0 to 1. The layout comes before and is not reported. */
  onProgress?: (progress: number) => void
  /** Gives the job up: it rejects with the signal's reason. */
  signal?: AbortSignal
}

interface Asked extends PdfOptions {
  job: PdfJob
  resolve: (pdf: Blob) => void
  reject: (reason: unknown) => void
}

type PdfWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

export interface PdfMaker {
  /** Makes a PDF. Rejects with an Error in plain words where it cannot be made. */
  make(job: PdfJob, options?: PdfOptions): Promise<Blob>
}

/** @param idleMs after which a worker without work is ended */
export function createPdfMaker(newWorker: () => PdfWorker, idleMs: number): PdfMaker {
  const waiting: Asked[] = []
  let atWork: { id: number; asked: Asked } | null = null
  let worker: PdfWorker | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  let sent = 0

  function endWorker(): void {
    clearTimeout(idle)
    worker?.terminate()
    worker = null
  }

  function start(): PdfWorker {
    const started = newWorker()
    started.onmessage = ({ data }: MessageEvent<PdfReply>) => {
      if (data.id === atWork?.id) hear(data, atWork.asked)
    }
    started.onerror = (event) => {
      // A worker that could not be loaded, or that broke, cannot be used again.
      endWorker()
      atWork?.asked.reject(
        new Error(event.message || 'What makes PDFs could not be loaded. Please try again.'),
      )
      next()
    }
    return started
  }

  function hear(reply: PdfReply, { onProgress, resolve, reject }: Asked): void {
    if ('progress' in reply) return onProgress?.(reply.progress)
    if ('error' in reply) reject(new Error(reply.error))
    else resolve(new Blob([reply.file], { type: 'application/pdf' }))
    next()
  }

  /** Ends the current job and starts the next. */
  function next(): void {
    const asked = waiting.shift()
    atWork = null
    clearTimeout(idle)
    if (!asked) {
      idle = setTimeout(endWorker, idleMs)
      return
    }
    sent += 1
    atWork = { id: sent, asked }
    worker ??= start()
    worker.postMessage({ id: sent, job: asked.job } satisfies PdfRequest, [])
  }

  function giveUp(asked: Asked): void {
    asked.reject(asked.signal?.reason)
    if (atWork?.asked === asked) {
      endWorker()
      next()
      return
    }
    const at = waiting.indexOf(asked)
    if (at !== -1) waiting.splice(at, 1)
  }

  return {
    make: (job, options = {}) =>
      new Promise((resolve, reject) => {
        const { signal } = options
        if (signal?.aborted) return reject(signal.reason)
        const asked: Asked = { ...options, job, resolve, reject }
        signal?.addEventListener('abort', () => giveUp(asked), { once: true })
        waiting.push(asked)
        if (!atWork) next()
      }),
  }
}
