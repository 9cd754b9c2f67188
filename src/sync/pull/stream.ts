/**
 * Listens for moves of the cursor. One stream a browser: the tab that holds the lock reads it and pulls, and the others
 * see the rows in the shared database. A tab that comes to the front takes the lock over, because one in the background
 * may be frozen.
 */
import type { Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { backoffMs } from '../backoff.ts'

/** The server sends a sign of life every 25 s; if two are missing, the line is dead. */
const SILENCE_MS = 60_000

export interface StreamOptions {
  env: Environment
  client: Client
  userId: number
  /** The cursor moved. */
  onMoved(): void
  onConnected(): void
  /** A line that was open has broken, or has gone silent: the server may be out of reach. */
  onBroken(): void
  /** The server has ended the stream by itself: it stops, or the person may no longer listen, or not to the same. */
  onEnd(): void
}

export interface ChangeStream {
  start(): void
  /** This tab is in front and should be the one that listens. */
  lead(): void
  /** The network is back: ends the backoff. */
  retry(): void
  stop(): void
}

export function createStream(options: StreamOptions): ChangeStream {
  const { env, userId } = options
  const name = `larder-stream-${userId}`
  const life = new AbortController()
  let leading: AbortController | null = null
  let waiting: AbortController | null = null
  /** The number of refused requests for the lock in a row. */
  let refusals = 0
  let wake: (() => void) | null = null

  async function listen(): Promise<void> {
    const me = new AbortController()
    leading = me
    let failures = 0
    while (!life.signal.aborted && !me.signal.aborted) {
      const began = env.now()
      try {
        await read(options, me.signal)
      } catch {
        // Whatever broke the line, the next step is the same: wait and listen again.
      }
      if (life.signal.aborted || me.signal.aborted) break
      failures = env.now() - began > SILENCE_MS ? 1 : failures + 1
      await new Promise<void>((resolve) => {
        const end = () => {
          cancel()
          me.signal.removeEventListener('abort', end)
          resolve()
        }
        const cancel = env.after(backoffMs(failures, env.random), end)
        wake = end
        // Another tab has taken the lock: this tab leads no more, and may take it back at once.
        me.signal.addEventListener('abort', end)
      })
      wake = null
    }
    if (leading === me) leading = null
  }

  function queue(steal: boolean): void {
    waiting?.abort()
    const mine = new AbortController()
    waiting = mine
    env.locks
      .request(name, steal ? { steal } : { signal: mine.signal }, () => {
        if (waiting === mine) waiting = null
        refusals = 0
        return mine.signal.aborted ? Promise.resolve() : listen()
      })
      .catch(() => {
        // This tab has asked again, or has stopped listening.
        if (mine.signal.aborted || life.signal.aborted) return
        // Another tab took it, or the page goes away or may keep nothing. Such a page is refused every request at
        // once, and a request that is repeated at once never ends.
        leading?.abort()
        waiting = mine
        const cancel = env.after(backoffMs(++refusals, env.random), () => queue(false))
        mine.signal.addEventListener('abort', cancel)
      })
  }

  return {
    start: () => queue(false),
    lead() {
      if (!leading && !life.signal.aborted) queue(true)
    },
    retry: () => wake?.(),
    stop() {
      life.abort()
      waiting?.abort()
      leading?.abort()
      wake?.()
    },
  }
}

/** Reads until the line breaks or goes silent. */
async function read(
  { env, client, userId, onMoved, onConnected, onBroken, onEnd }: StreamOptions,
  signal: AbortSignal,
): Promise<void> {
  const abort = new AbortController()
  const giveUp = () => abort.abort()
  signal.addEventListener('abort', giveUp)
  let cancel = env.after(SILENCE_MS, giveUp)
  let isOpen = false
  try {
    const response = await client.open('sync/stream', abort.signal, userId)
    const isStream = response.headers.get('content-type')?.includes('event-stream')
    if (!response.ok || !response.body || !isStream) throw new Error(`no stream: ${response.status}`)
    isOpen = true
    onConnected()
    const reader = response.body.getReader()
    abort.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return onEnd()
      cancel()
      cancel = env.after(SILENCE_MS, giveUp)
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      if (events.some((event) => event.split('\n').includes('event: cursor'))) onMoved()
    }
  } finally {
    cancel()
    signal.removeEventListener('abort', giveUp)
    if (isOpen && !signal.aborted) onBroken()
  }
}
