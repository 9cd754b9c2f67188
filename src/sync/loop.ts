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
import type { Puller, PullEnd } from './pull/pull.ts'
import { SharedRuns } from './shared-runs.ts'
import type { OwnStatus } from './status.ts'
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

/** The pull interval where no stream reports changes. */
const PULL_EVERY_MS = 30_000
/** The interval of checks on a server that asked for more than a minute. */
const PROBE_MS = 15_000
/** The pause after a defect, or storage that failed: not zero, and not forever. */
const AFTER_DEFECT_MS = 5_000

export interface LoopOptions {
  env: Environment
  flusher: Flusher
  puller: Puller
  /**
   * Checks, once an hour, whether the rows here are the server's. Resolves to whether something is to be pulled again.
   */
  verify(): Promise<boolean>
  status: OwnStatus
  /** Reads the counts again; awaited where a person waits for them. */
  recount(): Promise<void>
  /** Reads the counts in a moment: the next scan must not wait for it. */
  recountSoon(): void
  /** Logs a defect of work that no caller awaits. */
  report(error: unknown): void
}

/** Whether the error is an answer, whatever it says. */
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
  /** Pulls in a moment: the stream reports that the cursor moved, or it broke and the server may be gone. */
  lookNow(): void
  /** Sends at once, and waits for no timer or backoff. */
  sendNow(): Promise<FlushReport>
  pullNow(): Promise<void>
}

class SyncLoop implements Loop {
  readonly #env: Environment
  readonly #flusher: Flusher
  readonly #puller: Puller
  readonly #status: LoopOptions['status']
  readonly #options: LoopOptions
  readonly #sendAlarm: Alarm
  readonly #probeAlarm: Alarm
  readonly #pullAlarm: Alarm
  #cadence: Cadence = 'idle'
  #stopped = true
  /** Whether `stop` was called, and nothing may begin any more. */
  #isOver = false
  readonly #sends: SharedRuns<FlushReport>
  readonly #pulls: SharedRuns<void>
  /** Whether an edit was stored that no run has taken yet; the status counts it a moment later. */
  #hasStored = false
  /** Whether something asked for a pull while one was under way. */
  #pullAgain = false
  /** Whether the last pull found no server. */
  #wasAway = false
  /** Whether the server was well while it asked for time. Its request then holds, and no probe follows. */
  #isWellAndAsks = false

  constructor(options: LoopOptions) {
    const { env, flusher, puller, status } = options
    this.#env = env
    this.#flusher = flusher
    this.#puller = puller
    this.#status = status
    this.#options = options
    this.#sendAlarm = new Alarm(env, () => this.#unawaited(this.#send(false)))
    this.#probeAlarm = new Alarm(env, () => this.#unawaited(this.#probe()))
    this.#pullAlarm = new Alarm(env, () => this.#unawaited(this.#pull(false)))
    this.#sends = new SharedRuns({
      run: (isForced) => this.#sendOnce(isForced),
      ended: () => status.set({ sending: false }),
      // Another run leaves what was stored after its beginning, and what backs off.
      servesForced: (isForced) => isForced,
    })
    this.#pulls = new SharedRuns({
      run: (isForced) => this.#pullOnce(isForced),
      ended: () => {
        if (this.#pullAgain && !this.#pulls.hasNext && !this.#stopped) this.#pullAlarm.in(0)
      },
      // The current pull may lack the latest rows.
      servesForced: () => false,
    })
  }

  start(pullAfterMs = 0): void {
    this.#stopped = false
    this.#status.set({ online: this.#env.online() })
    this.#sendAlarm.in(0)
    this.#pullAlarm.in(pullAfterMs)
  }

  stop(): void {
    this.#stopped = true
    this.#isOver = true
    this.#sendAlarm.off()
    this.#pullAlarm.off()
    this.#probeAlarm.off()
  }

  stored(): void {
    if (this.#stopped) return
    this.#hasStored = true
    // Three presses make one call, a second after the last of them.
    if (this.#cadence === 'staged') this.#sendAlarm.off()
    this.#sendAlarm.in(CADENCE_MS[this.#cadence])
    const { online, serverReachable } = this.#status.get()
    if (!online || !serverReachable) this.#env.requestBackgroundSync?.()
  }

  setCadence(next: Cadence): void {
    if (next === this.#cadence) return
    this.#cadence = next
    if (!this.#stopped && this.#status.get().unsent > 0) this.#sendAlarm.in(CADENCE_MS[next])
  }

  nudge(why: Nudge): void {
    this.#status.set({ online: this.#env.online() })
    if (this.#stopped) return
    if (why === 'hidden' || why === 'leaving') {
      if (this.#hasStored || this.#status.get().unsent > 0) this.#env.requestBackgroundSync?.()
      // A page that is leaving would be cut off in the middle of a send.
      if (why === 'hidden') this.#unawaited(this.#send(false))
      return
    }
    // The network or the person is back, so an earlier backoff no longer applies.
    this.#unawaited(this.#send(why !== 'visible'))
    this.#unawaited(this.#pull(why !== 'visible'))
  }

  lookNow(): void {
    this.#pullAlarm.in(0)
  }

  async sendNow(): Promise<FlushReport> {
    const report = await this.#send(true)
    return report!
  }

  pullNow(): Promise<void> {
    return this.#pull(true)
  }

  #unawaited(work: Promise<unknown>): void {
    work.catch(this.#options.report)
  }

  #untilMs(at: number): number {
    return Math.min(60_000, Math.max(0, at - this.#env.now()))
  }

  /** The report of a run counts once, however many callers share it. */
  #sendOnce(isForced: boolean): Promise<FlushReport> {
    this.#status.set({ sending: true })
    this.#hasStored = false
    return this.#flusher.run(isForced).then((ended) => {
      this.#afterSending(ended)
      return ended
    })
  }

  async #send(force: boolean): Promise<FlushReport | null> {
    if (this.#stopped && !force) return null
    try {
      return await (force ? this.#sends.force() : this.#sends.join())
    } catch (error) {
      this.#trouble(error)
      this.#sendAlarm.in(AFTER_DEFECT_MS)
      throw error
    } finally {
      if (force) await this.#options.recount()
      else this.#options.recountSoon()
    }
  }

  #afterSending({ end, applied, refused, stumbled }: FlushReport): void {
    const { acknowledged } = this.#status.get()
    if (applied.length + refused.length > 0)
      this.#status.set({
        serverReachable: true,
        unexpected: false,
        signInNeeded: false,
        lastAcknowledgedAt: this.#env.now(),
        acknowledged: { ...acknowledged, session: acknowledged.session + applied.length },
      })
    if (end.kind !== 'drained' || end.more) this.#hasStored = true
    if (this.#stopped) return
    if (end.kind === 'drained' && end.nextAt !== null) this.#sendAlarm.in(this.#untilMs(end.nextAt) + 1)
    if (end.kind === 'drained' && end.more) this.#sendAlarm.in(CADENCE_MS[this.#cadence])
    if (end.kind === 'drained' && stumbled) this.#status.set({ unexpected: true })
    // Nothing waits any more, and nothing else is wrong.
    else if (end.kind === 'drained' && end.nextAt === null && this.#status.get().serverReachable)
      this.#status.set({ unexpected: false })
    if (end.kind === 'away') {
      this.#status.set({ serverReachable: false, unexpected: isAnswer(end.error) })
      this.#sendAlarm.in(this.#untilMs(end.retryAt) + 1)
      if ((end.askedMs ?? 0) > BACKOFF_MAX_MS && !this.#isWellAndAsks) this.#probeAlarm.in(PROBE_MS)
    } else {
      this.#probeAlarm.off()
      this.#isWellAndAsks = false
    }
    // The other sender takes along what is stored while it runs. The end of its lease matters only if it has died.
    if (end.kind === 'busy')
      this.#sendAlarm.in(Math.max(CADENCE_MS[this.#cadence], this.#untilMs(end.until) + 1))
    if (end.kind === 'sign-in') this.#status.set({ signInNeeded: true })
  }

  /** A server that asked for an hour may be well in a minute, and a check costs nothing. */
  async #probe(): Promise<void> {
    if (this.#stopped) return
    this.#isWellAndAsks = await isWell(this.#env)
    if (this.#isWellAndAsks) await this.#send(true)
    else this.#probeAlarm.in(PROBE_MS)
  }

  #pull(force: boolean): Promise<void> {
    if ((this.#stopped && !force) || this.#isOver) return Promise.resolve()
    // Changes after this pull's last page was read need another look.
    if (this.#pulls.isRunning) this.#pullAgain = true
    if (force) return this.#pulls.force()
    return this.#pulls.isRunning ? Promise.resolve() : this.#pulls.join()
  }

  async #pullOnce(force: boolean): Promise<void> {
    // The loop may have been stopped while a forced caller waited.
    if (this.#isOver) return
    this.#pullAgain = false
    this.#status.set({ pulling: true })
    try {
      this.#afterPull(await this.#puller.run(force))
    } catch (error) {
      this.#trouble(error)
      // A full device would ask for the same page again and again.
      this.#pullAlarm.in(error instanceof StorageTrouble ? PULL_EVERY_MS : AFTER_DEFECT_MS)
      throw error
    } finally {
      this.#status.set({ pulling: false })
      if (force) await this.#options.recount()
      else this.#options.recountSoon()
    }
  }

  #afterPull(end: PullEnd): void {
    if (end.kind === 'current') {
      this.#status.set({
        serverReachable: true,
        signInNeeded: false,
        ...(this.#wasAway && { unexpected: false }),
      })
      // The pull has stored its rows.
      this.#status.storageWorks()
    }
    if (end.kind === 'away') this.#status.set({ serverReachable: false, unexpected: isAnswer(end.error) })
    if (end.kind === 'sign-in') this.#status.set({ signInNeeded: true })
    const isBack = this.#wasAway && end.kind === 'current'
    this.#wasAway = end.kind === 'away'
    if (this.#stopped) return
    if (end.kind !== 'current') {
      this.#pullAlarm.in(end.kind === 'away' ? this.#untilMs(end.retryAt) + 1 : PULL_EVERY_MS)
      return
    }
    // The server is there again, so an earlier backoff no longer applies.
    if (isBack) this.#unawaited(this.#send(true))
    else if (end.strands) this.#sendAlarm.in(0)
    else if (this.#status.get().unsent > 0) this.#sendAlarm.in(CADENCE_MS[this.#cadence])
    this.#pullAlarm.in(PULL_EVERY_MS)
    this.#unawaited(this.#options.verify().then((isToPull) => isToPull && this.#pullAlarm.in(0)))
  }

  #trouble(error: unknown): void {
    if (error instanceof StorageTrouble) this.#status.trouble(error)
  }
}

export const createLoop = (options: LoopOptions): Loop => new SyncLoop(options)
