/** Long work over many rows: the dialog that asks, shows each row's state and can be stopped (see `docs/kit.md`). */
import { errorText } from '#src/api/errors.ts'
import { showTime } from '#src/ui/show-time.ts'
import type { QueryKey } from '@tanstack/react-query'
import {
  lazy,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { keepRun, keyFor, oncePerTick, readRun, unsureRows, type KeptRow } from './kept-run.ts'
import { newRun, type Run } from './long-run.ts'
import { startRun, type Job, type Runner, type Verdict } from './long-runner.ts'
import { LeftRunNote } from './LeftRunNote.tsx'
import { useSignedIn } from './signed-in.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'
import { useCall } from './use-save.tsx'
import type { RunWords } from './LongRunDialog.tsx'

const LongRunDialog = lazy(() => import('./LongRunDialog.tsx'))

export interface LongRun<T> extends Omit<Job<T>, 'judge'> {
  /** Its name in the device's storage, of its own for each kind of work. */
  name: string
  idOf: (value: T) => string | number
  /** What a row's call sends, as a text: a call that is the same has the same key. Without it the id says all. */
  callOf?: (value: T) => string
  /** The row's name, or the way to it. */
  labelOf: (id: string) => ReactNode
  /** The same of a row whose run was left, with what it sent (`callOf`), where its name does not say it. */
  leftLabelOf?: (id: string, call: string) => ReactNode
  words: (work: readonly T[]) => RunWords
  /** The specified heading over failures. */
  failed: string
  /** What became of a row that was not done; by default it failed with the server's words. */
  judge?: (value: T, error: unknown) => Verdict | string
  /** The questions whose answers a run makes old: asked anew, where they are on show, when its dialog is closed. */
  invalidates?: readonly QueryKey[]
  /** The dialog is closed: `hasRun` where something may have been done (B148). */
  onClose?: (hasRun: boolean) => void
}

interface Going<T> {
  work: readonly T[]
  words: RunWords
  runner: Runner<T> | null
}

/**
 * `ask` opens the dialog for these rows; draw `dialog`, and `note` at the top of the screen: it says what a run came to that
 * was left before its end. Leaving while rows are on their way asks first; then these are finished, and no others begin.
 */
export function useLongRun<T>(options: LongRun<T>): {
  ask: (work: readonly T[]) => void
  isOpen: boolean
  dialog: ReactNode
  note: ReactNode
} {
  const {
    name,
    idOf,
    labelOf,
    leftLabelOf = labelOf,
    words,
    failed,
    judge,
    invalidates,
    onClose,
    callOf = (value: T) => String(idOf(value)),
  } = options
  const { engine } = useSignedIn()
  const person = engine.user.id
  const makeOld = useCall<void, void>({ call: () => Promise.resolve(), ...(invalidates && { invalidates }) })
  const [going, setGoing] = useState<Going<T> | null>(null)
  const running = useRef<Runner<T> | null>(null)
  const [left, setLeft] = useState(() => readRun(person, name, Date.now()))
  const isRunning = useCallback(() => running.current?.isRunning() ?? false, [])
  const question = useLeaveGuard(isRunning, 'What has begun is finished; the others are not begun.', {
    title: 'Leave while this goes on?',
    onLeave: () => running.current?.stop(),
  })
  // Where nobody is asked: a sign-out takes the screen away.
  useEffect(() => () => running.current?.stop(), [])

  function start(work: readonly T[]): Runner<T> {
    const left = readRun(person, name, Date.now())?.rows ?? []
    const id = (value: T) => String(idOf(value))
    const first = newRun(work, id, (value) => keyFor(left, id(value), callOf(value), engine.newId))
    const ids = new Set(first.rows.map((row) => row.id))
    const others = left.filter((row) => !ids.has(row.id)).map((row): KeptRow => ({ ...row, at: 'told' }))
    const runner = startRun(
      first,
      {
        ...options,
        judge(value, error) {
          const verdict = judge?.(value, error) ?? errorText(error)
          return typeof verdict === 'string' ? { heading: failed, words: verdict } : verdict
        },
      },
      engine.newId,
    )
    let kept: Run<T> | null = null
    /** The rows that are in a file. */
    const made = new Set<string>()
    const keep = () => {
      const { run, finishing } = runner.get()
      const before = made.size
      if (finishing === 'done') for (const { id, state } of run.rows) if (state.at === 'done') made.add(id)
      // How far its file is changes no row.
      if (run !== kept || made.size > before) {
        const isOpen = (id: string) => options.finish !== undefined && !made.has(id)
        keepRun(person, name, [...others, ...unsureRows(run, callOf, isOpen)], Date.now())
      }
      kept = run
    }
    keep()
    runner.subscribe(oncePerTick(keep))
    running.current = runner
    setLeft(null)
    return runner
  }
  /** The person has read what became of these. */
  function tell(): void {
    const kept = readRun(person, name, Date.now())
    if (kept)
      keepRun(
        person,
        name,
        kept.rows.map((row): KeptRow => ({ ...row, at: 'told' })),
        kept.at,
      )
    setLeft(null)
  }
  function close(hasRun: boolean): void {
    setGoing(null)
    running.current = null
    if (hasRun) {
      tell()
      void makeOld()
    }
    onClose?.(hasRun)
  }

  return {
    ask: (work) => setGoing({ work, words: words(work), runner: null }),
    isOpen: going !== null,
    dialog: (
      <>
        {going && (
          <Suspense>
            <LongRunDialog
              words={going.words}
              count={going.work.length}
              runner={going.runner}
              labelOf={labelOf}
              onConfirm={() => {
                // Pressed twice before what it began was drawn.
                if (running.current) return
                const runner = start(going.work)
                // The screen below is drawn with it: that may wait for the page's next turns.
                startTransition(() => setGoing({ ...going, runner }))
              }}
              onClose={close}
            />
          </Suspense>
        )}
        {question}
      </>
    ),
    note: left && (
      <LeftRunNote
        rows={left.rows}
        when={showTime(new Date(left.at).toISOString())}
        labelOf={leftLabelOf}
        makesFile={options.finish !== undefined}
        onForget={tell}
      />
    ),
  }
}
