import type { Camera } from './camera.ts'
import type { CodeRead, ScannerEngine } from './engine.ts'
import { createReadGate } from './read-gate.ts'

/** An engine that fails this many times in a row will not read the next frame either. */
const FAILURES_TO_GIVE_UP = 10

export interface LiveScan {
  camera: Camera
  engine: ScannerEngine
  /** A code after as many equal reads as the engine needs. `ms`: from its first sight, or the last report, to now. */
  onRead(read: CodeRead, ms: number): void
  /** The engine reads no more. */
  onFailed?(error: Error): void
}

/** Reads a camera until the returned function is called. */
export function scanLive({ camera, engine, onRead, onFailed }: LiveScan): () => void {
  const gate = createReadGate({ equalReads: engine.equalReads })
  let failures = 0
  let stopped = false
  let firstSeen: { text: string; at: number } | null = null

  const stopFrames = camera.onFrame(async (frame, at) => {
    try {
      const read = await engine.read(frame)
      failures = 0
      if (stopped || !read) return
      const now = performance.now()
      if (firstSeen?.text !== read.text) firstSeen = { text: read.text, at }
      const reported = gate.push(read, now)
      if (reported) {
        onRead(reported, now - firstSeen.at)
        firstSeen = null
      }
    } catch (error) {
      failures += 1
      if (failures < FAILURES_TO_GIVE_UP || stopped) return
      stop()
      onFailed?.(error instanceof Error ? error : new Error(String(error)))
    }
  })
  const stop = () => {
    stopped = true
    stopFrames()
  }
  return stop
}
