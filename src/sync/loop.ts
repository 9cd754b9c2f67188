/**
 * When to send and when to pull. Storing never waits for either.
 *
 *                  edit stored: in 5 s (scan), 15 s (pick list), 1 s (elsewhere; staged order: after the last)
 *                  ┌───────────────────────────────────────────────────────────┐
 *                  │      nudge: online, visible, signed in · explicit Save    │
 *                  ▼                                                           │
 *   resting ──▶ sending ── drained ──────────▶ resting (again at the first backoff's end)
 *                  ├────── away ─────────────▶ retrying, 1–60 s, forever ──▶ sending
 *                  │                           asked for longer: /healthz every 15 s, and at once when it is well
 *                  ├────── busy ─────────────▶ another tab or the worker sends; look again when its lease ends
 *                  └────── sign-in ──────────▶ paused until somebody signs in; edits are stored all the while
 *
 *   resting ──▶ pulling ── current ──────────▶ resting (again in 30 s, or when the stream says that the cursor moved)
 *                  ├────── away ─────────────▶ retrying
 *                  └────── sign-in ──────────▶ paused
 */
import { PICK_LIST_AUTOSAVE_MS, SCAN_AUTOSAVE_MS, STAGED_AUTOSAVE_MS } from '#contract/spec.ts'
import type { Environment } from '#src/api/environment.ts'
import { ApiError, NetworkError } from '#src/api/errors.ts'
import { isWell } from '#src/api/health.ts'
import { BACKOFF_MAX_MS } from './backoff.ts'
import type { Flusher, FlushReport } from './send/flush.ts'
import type { Puller } from './pull/pull.ts'
import type { createStatus } from './status.ts'
import { StorageTrouble } from './store/storage.ts'

/** A191, A192, B146, and soon after an edit anywhere else. */
const CADENCE_MS = {
  scan: SCAN_AUTOSAVE_MS,
  picklist: PICK_LIST_AUTOSAVE_MS,
  staged: STAGED_AUTOSAVE_MS,
  idle: 1_000,
} as const
export type Cadence = keyof typeof CADENCE_MS
export type Nudge = 'online' | 'visible' | 'hidden' | 'leaving' | 'signed-in'

/** Pulled this often where no stream tells. */
const PULL_EVERY_MS = 30_000
/** A server that asked for more than a minute is looked at this often. */
const PROBE_MS = 15_000
/** After a defect, or storage that failed: not at once, and not never. */
const AFTER_DEFECT_MS = 5_000

export interface LoopOptions {
  env: Environment
  flusher: Flusher
  puller: Puller
  /** Asks, once an hour, whether the rows here are those of the server; whether something is to be pulled again. */
  verify(): Promise<boolean>
  status: ReturnType<typeof createStatus>
  /** Reads the counts again; awaited where a person waits for them. */
  recount(): Promise<void>
  /** Reads them in a moment: the next scan must not wait for it. */
  recountSoon(): void
  /** For defects that nobody awaits. */
  report(error: unknown): void
}

/** Whether something answered, whatever it said. */
const isAnswer = (error: Error): boolean =>
  error instanceof ApiError || (error instanceof NetworkError && error.reason === 'not-ours')

/** One timer that only ever moves nearer, until it has run. */
class Alarm {
  readonly #env: Environment
  readonly #run: () => void
  #at = Infinity
  #cancel: (() => void) | null = null

  constructor(env: Environment, run: () => void) {
    this.#env = env
    this.#run = run
  }
  in(ms: number): void {
    const at = this.#env.now() + ms
    if (this.#cancel && this.#at <= at) return
    this.#cancel?.()
    this.#at = at
    this.#cancel = this.#env.after(ms, () => {
      this.#cancel = null
      this.#run()
    })
  }
  off(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}

export interface Loop {
  /** Sends at once, pulls for the first time after this many ms, and does both by itself from then on. */
  start(pullAfterMs?: number): void
  stop(): void
  /** An edit was stored. */
  stored(): void
  setCadence(cadence: Cadence): void
  nudge(why: Nudge): void
  /** Pulls in a moment: the stream says that the cursor moved, or it broke and the server may be gone. */
  lookNow(): void
  /** Sends at once, whatever is being waited for. */
  sendNow(): Promise<FlushReport>
  pullNow(): Promise<void>
}

export function createLoop({
  env,
  flusher,
  puller,
  verify,
  status,
  recount,
  recountSoon,
  report,
}: LoopOptions): Loop {
  let cadence: Cadence = 'idle'
  let stopped = true
  let pullAgain = false
  /** Whether the last pull found no server. */
  let wasAway = false
  /** Whether the server was seen to be well while it asked for time: then it knows what it asks for. */
  let isWellAndAsks = false
  const sendAlarm = new Alarm(env, () => void send(false).catch(report))
  const probeAlarm = new Alarm(env, () => void probe().catch(report))
  const pullAlarm = new Alarm(env, () => void pull(false).catch(report))
  const untilMs = (at: number) => Math.min(60_000, Math.max(0, at - env.now()))

  let running: Promise<FlushReport> | null = null
  /** Whoever asks while a run is on its way shares it, and its report counts once. */
  function run(force: boolean): Promise<FlushReport> {
    running ??= flusher
      .run(force)
      .then((report) => {
        afterSending(report)
        return report
      })
      .finally(() => {
        running = null
      })
    return running
  }

  async function send(force: boolean): Promise<FlushReport | null> {
    if (stopped && !force) return null
    status.set({ sending: true })
    try {
      return await run(force)
    } catch (error) {
      trouble(error)
      sendAlarm.in(AFTER_DEFECT_MS)
      throw error
    } finally {
      status.set({ sending: false })
      if (force) await recount()
      else recountSoon()
    }
  }

  function afterSending({ end, applied, refused, stumbled }: FlushReport): void {
    const { acknowledged } = status.get()
    if (applied.length + refused.length > 0)
      status.set({
        serverReachable: true,
        unexpected: false,
        signInNeeded: false,
        lastAcknowledgedAt: env.now(),
        acknowledged: { ...acknowledged, session: acknowledged.session + applied.length },
      })
    if (stopped) return
    if (end.kind === 'drained' && end.nextAt !== null) sendAlarm.in(untilMs(end.nextAt) + 1)
    if (end.kind === 'drained' && end.more) sendAlarm.in(CADENCE_MS[cadence])
    if (end.kind === 'drained' && stumbled) status.set({ unexpected: true })
    // Nothing waits any more, and nothing else is wrong.
    else if (end.kind === 'drained' && end.nextAt === null && status.get().serverReachable)
      status.set({ unexpected: false })
    if (end.kind === 'away') {
      status.set({ serverReachable: false, unexpected: isAnswer(end.error) })
      sendAlarm.in(untilMs(end.retryAt) + 1)
      if ((end.askedMs ?? 0) > BACKOFF_MAX_MS && !isWellAndAsks) probeAlarm.in(PROBE_MS)
    } else {
      probeAlarm.off()
      isWellAndAsks = false
    }
    // The other sender takes along what is stored while it runs; its lease's end is for when it has died.
    if (end.kind === 'busy') sendAlarm.in(Math.max(CADENCE_MS[cadence], untilMs(end.until) + 1))
    if (end.kind === 'sign-in') status.set({ signInNeeded: true })
  }

  /** Whoever asked for an hour may be well in a minute: that costs nobody anything to look at. */
  async function probe(): Promise<void> {
    if (stopped) return
    isWellAndAsks = await isWell(env)
    if (isWellAndAsks) await send(true)
    else probeAlarm.in(PROBE_MS)
  }

  async function pull(force: boolean): Promise<void> {
    if (stopped && !force) return
    if (status.get().pulling) {
      // What moved after this pull's last page was read needs another look.
      pullAgain = true
      return
    }
    status.set({ pulling: true })
    try {
      const end = await puller.run(force)
      if (end.kind === 'current') {
        status.set({ serverReachable: true, signInNeeded: false, ...(wasAway && { unexpected: false }) })
        // It has stored when it was here: there is room again.
        if (status.get().storageTrouble?.kind === 'quota') status.set({ storageTrouble: null })
      }
      if (end.kind === 'away') status.set({ serverReachable: false, unexpected: isAnswer(end.error) })
      if (end.kind === 'sign-in') status.set({ signInNeeded: true })
      const isBack = wasAway && end.kind === 'current'
      wasAway = end.kind === 'away'
      if (stopped) return
      if (end.kind === 'current') {
        // The server is there again: a backoff from before says nothing about now.
        if (isBack) void send(true).catch(report)
        else if (end.strands) sendAlarm.in(0)
        else if (status.get().unsent > 0) sendAlarm.in(CADENCE_MS[cadence])
        pullAlarm.in(pullAgain ? 0 : PULL_EVERY_MS)
        verify()
          .then((isToPull) => isToPull && pullAlarm.in(0))
          .catch(report)
      } else pullAlarm.in(end.kind === 'away' ? untilMs(end.retryAt) + 1 : PULL_EVERY_MS)
    } catch (error) {
      trouble(error)
      pullAlarm.in(AFTER_DEFECT_MS)
      throw error
    } finally {
      pullAgain = false
      status.set({ pulling: false })
      if (force) await recount()
      else recountSoon()
    }
  }

  function trouble(error: unknown): void {
    if (error instanceof StorageTrouble) status.trouble(error)
  }

  function stored(): void {
    if (stopped) return
    // B146: three presses are one call, a second after the last of them.
    if (cadence === 'staged') sendAlarm.off()
    sendAlarm.in(CADENCE_MS[cadence])
    const { online, serverReachable } = status.get()
    if (!online || !serverReachable) env.requestBackgroundSync?.()
  }

  return {
    start(pullAfterMs = 0) {
      stopped = false
      status.set({ online: env.online() })
      sendAlarm.in(0)
      pullAlarm.in(pullAfterMs)
    },
    stop() {
      stopped = true
      sendAlarm.off()
      pullAlarm.off()
      probeAlarm.off()
    },
    stored,
    setCadence(next) {
      if (next === cadence) return
      cadence = next
      if (!stopped && status.get().unsent > 0) sendAlarm.in(CADENCE_MS[cadence])
    },
    nudge(why) {
      status.set({ online: env.online() })
      if (stopped) return
      if (why === 'hidden' || why === 'leaving') {
        if (status.get().unsent > 0) env.requestBackgroundSync?.()
        // A page that goes away would be cut off in the middle.
        if (why === 'hidden') void send(false).catch(report)
        return
      }
      // The network or the person is back: a backoff from before says nothing about now.
      void send(why !== 'visible').catch(report)
      void pull(why !== 'visible').catch(report)
    },
    lookNow: () => pullAlarm.in(0),
    async sendNow() {
      const report = await send(true)
      return report!
    },
    pullNow: () => pull(true),
  }
}
