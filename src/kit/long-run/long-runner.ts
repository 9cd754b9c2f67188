/**
 * Drives a long run: begins the next calls, receives their outcomes, and notifies the listeners that show it. No
 * React.
 */
import { createCell } from '#src/ui/cell.ts'
import {
  answered,
  answeredForAll,
  goneOn,
  isOver,
  retried,
  stopped,
  tally,
  toBegin,
  withQuestion,
  withState,
  type Question,
  type Run,
} from './long-run.ts'

/** The outcome of a call that was refused or did not arrive: a question, or a failure in words below a heading. */
export type RunVerdict = { question: Question; heading: string } | { heading: string; words: string }

export interface Call {
  /** The row's idempotency key. */
  key: string
  /** The codes of the questions that were answered Yes. */
  answers: readonly string[]
}

/** The progress and the stop signal for making one thing of all rows. */
export interface Making {
  /** Reports how much of it is made, from 0 to 1. */
  onProgress: (share: number) => void
  /** Aborted when Stop is pressed: the job may then reject. */
  signal: AbortSignal
}

export interface Job<T> {
  /** One row's call. Rejects with an error that `judge` reads. */
  act: (value: T, call: Call) => Promise<unknown>
  judge: (value: T, error: unknown) => RunVerdict
  /** The most calls on their way at once. */
  atOnce: number
  /**
   * Makes one thing of all that is done: when nothing waits, runs or asks any more, and again when a retry has done
   * more.
   */
  finish?: ((done: readonly T[], making: Making) => Promise<void>) | undefined
  /** Called with each row that is done. */
  onRowDone?: ((value: T) => void) | undefined
}

/** `finishing` is the step after the rows. */
export interface RunProgress<T> {
  run: Run<T>
  finishing: 'no' | 'running' | 'stopped' | 'done' | { heading: string; words: string }
  /** How much of it is made, from 0 to 1; null where that is not reported. */
  share: number | null
}

export interface Runner<T> {
  subscribe: (listener: () => void) => () => void
  get: () => RunProgress<T>
  isRunning: () => boolean
  stop: () => void
  goOn: () => void
  retry: () => void
  answer: (id: string, isYes: boolean) => void
  answerAll: (code: string, isYes: boolean) => void
}

/** Returns the state of a run and of its result, for the views that show it. */
export function runStandingOf<T>({ run, finishing }: RunProgress<T>) {
  const counts = tally(run)
  const isBusy = !isOver(run) || finishing === 'running'
  const isMade = finishing === 'done' || finishing === 'no'
  return {
    counts,
    isBusy,
    /** Failed rows, and the file that could not be made. */
    failures: counts.failed + (typeof finishing === 'object' ? 1 : 0),
    /** All of it is done. */
    isWell: !isBusy && isMade && counts.done === run.rows.length,
  }
}

/** Starts a run at once. Never rejects: a failure is a row's state. */
export function startRun<T>(
  first: Run<T>,
  { act, judge, atOnce, finish, onRowDone }: Job<T>,
  newKey: () => string,
): Runner<T> {
  const cell = createCell<RunProgress<T>>({ run: first, finishing: 'no', share: null })
  /** The number of rows of which the last result was made. */
  let made = 0
  let making = new AbortController()
  const isRunning = () => runStandingOf(cell.get()).isBusy

  const set = (part: Partial<RunProgress<T>>) => cell.set({ ...cell.get(), ...part })
  const setRun = (run: Run<T>) => set({ run })

  async function begin(id: string, value: T, call: Call): Promise<void> {
    try {
      await act(value, call)
      setRun(withState(cell.get().run, id, { at: 'done' }))
      onRowDone?.(value)
    } catch (error) {
      const verdict = judge(value, error)
      setRun(withVerdict(cell.get().run, id, verdict, newKey))
    }
    step()
  }

  function step(): void {
    const next = toBegin(cell.get().run, atOnce)
    if (next.length > 0) {
      setRun(next.reduce((run, { id }) => withState(run, id, { at: 'running' }), cell.get().run))
      for (const { id, value, key, answers } of next) void begin(id, value, { key, answers })
    } else void end()
  }

  /** Makes the file or other result of the rows, again each time that more rows are done. */
  async function end(): Promise<void> {
    const { run, finishing } = cell.get()
    const { waiting, asked } = tally(run)
    if (!finish || !isOver(run) || waiting + asked > 0 || finishing === 'running' || finishing === 'done')
      return
    const done = run.rows.filter(({ state }) => state.at === 'done').map(({ value }) => value)
    // A retry without newly done rows makes nothing again.
    if (done.length === made) return
    // Stop was pressed while the last rows ran.
    if (run.isStopped) return set({ finishing: 'stopped' })
    making = new AbortController()
    const { signal } = making
    set({ finishing: 'running', share: null })
    try {
      await finish(done, { signal, onProgress: (share) => set({ share }) })
      made = done.length
      set({ finishing: 'done' })
    } catch (error) {
      set({ finishing: signal.aborted ? 'stopped' : failureOf(judge(done[0]!, error)) })
    }
  }

  const change = (next: (run: Run<T>) => Run<T>) => () => {
    const before = cell.get()
    const run = next(before.run)
    // The result is made again only where more rows may be done.
    set({ run, finishing: isOver(run) && before.finishing === 'done' ? 'done' : 'no' })
    step()
  }
  step()
  return {
    subscribe: cell.subscribe,
    get: cell.get,
    isRunning,
    stop() {
      setRun(stopped(cell.get().run))
      making.abort()
    },
    goOn: change(goneOn),
    retry: change(retried),
    answer: (id, isYes) => change((run) => answered(run, id, isYes, newKey))(),
    answerAll: (code, isYes) => change((run) => answeredForAll(run, code, isYes, newKey))(),
  }
}

const withVerdict = <T>(run: Run<T>, id: string, verdict: RunVerdict, newKey: () => string): Run<T> =>
  'question' in verdict
    ? withQuestion(run, id, verdict.question, verdict.heading, newKey)
    : withState(run, id, { at: 'failed', ...verdict })

const failureOf = (verdict: RunVerdict) =>
  'question' in verdict
    ? { heading: verdict.heading, words: verdict.question.words }
    : { heading: verdict.heading, words: verdict.words }
