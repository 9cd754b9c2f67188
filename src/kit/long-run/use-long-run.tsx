/** Long work over many rows: the dialog that asks, shows each row's state and can be stopped (see `docs/kit.md`). */
import { errorText } from '#src/api/errors.ts'
import { showTime } from '#src/ui/show-time.ts'
import type { QueryKey } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { addRun, closeRun, goingRun, showRun, useGoingRuns } from './going-runs.ts'
import { keepRun, keyFor, oncePerTick, readRun, unsureRows, type KeptRow } from './kept-run.ts'
import { newRun, type Run } from './long-run.ts'
import { startRun, type Job, type Runner, type RunVerdict } from './long-runner.ts'
import { LeftRunNote } from './LeftRunNote.tsx'
import { useSignedIn } from '../signed-in.ts'
import { useCall } from '../form/use-save.tsx'
import type { RunWords } from './LongRunDialog.tsx'

const LongRunDialog = lazy(() => import('./LongRunDialog.tsx'))

export interface LongRun<T> extends Omit<Job<T>, 'judge'> {
  /** The run's name in the device's storage, a different one for each kind of work. */
  name: string
  idOf: (value: T) => string | number
  /** Returns what a row's call sends, as a text: an equal call has the same key. Without it the id says all. */
  callOf?: (value: T) => string
  /** Returns the row's name, or a link to it. */
  labelOf: (id: string) => ReactNode
  /** Returns the same for a row whose run was left, with what it sent (`callOf`), where its name does not say it. */
  leftLabelOf?: (id: string, call: string) => ReactNode
  words: (work: readonly T[]) => RunWords
  /** The specified heading over failures. */
  failed: string
  /** Returns the outcome of a row that was not done; by default it failed with the server's words. */
  judge?: (value: T, error: unknown) => RunVerdict | string
  /** The queries that a run makes stale: requested again, where they are on show, when its dialog is closed. */
  invalidates?: readonly QueryKey[]
  /** The dialog is closed: `hasRun` where something may have been done (B148). */
  onClose?: (hasRun: boolean) => void
}

/** The work that is asked about before it begins. */
interface Asked<T> {
  work: readonly T[]
  words: RunWords
}

/**
 * Runs work over many rows. `ask` opens the dialog for these rows. Render `dialog`, and `note` at the top of the
 * screen: it shows the outcome of a run that was left before its end, with the tab. A run that has begun goes on when
 * the screen is left (`going-runs.ts`): the page's frame renders it, and a run of the same name that goes on is shown
 * again instead of another one.
 */
export function useLongRun<T>(options: LongRun<T>): {
  ask: (work: readonly T[]) => void
  isOpen: boolean
  dialog: ReactNode
  note: ReactNode
} {
  const { name, labelOf, leftLabelOf = labelOf, words, invalidates, onClose } = options
  const { engine } = useSignedIn()
  const person = engine.user.id
  const makeOld = useCall<void, void>({ call: () => Promise.resolve(), ...(invalidates && { invalidates }) })
  const [asked, setAsked] = useState<Asked<T> | null>(null)
  const isGoing = useGoingRuns().some((run) => run.name === name)
  const [left, setLeft] = useState(() => (isGoing ? null : readRun(person, name, Date.now())))

  /** Records that the person has read the outcome of these rows. */
  function tell(): void {
    keepAsTold(person, name)
    setLeft(null)
  }
  function begin({ work, words: said }: Asked<T>): void {
    setAsked(null)
    // Pressed twice, before the run that it began was rendered.
    if (goingRun(name)?.runner.isRunning()) return
    const runner = startKept(options, work, person, engine.newId)
    setLeft(null)
    addRun({
      name,
      words: said,
      count: work.length,
      runner,
      labelOf,
      isShown: true,
      onClose() {
        tell()
        void makeOld()
        onClose?.(true)
      },
    })
  }
  function ask(work: readonly T[]): void {
    const going = goingRun(name)
    if (going?.runner.isRunning()) return showRun(name, true)
    // A run that is over makes room for the next.
    if (going) closeRun(name)
    setAsked({ work, words: words(work) })
  }

  return {
    ask,
    isOpen: asked !== null || isGoing,
    dialog: asked && (
      <Suspense>
        <LongRunDialog
          words={asked.words}
          count={asked.work.length}
          runner={null}
          labelOf={labelOf}
          onConfirm={() => begin(asked)}
          onClose={() => {
            setAsked(null)
            onClose?.(false)
          }}
        />
      </Suspense>
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

/** Begins a run, and stores on the device the rows whose outcome is unknown (`kept-run.ts`). */
function startKept<T>(
  options: LongRun<T>,
  work: readonly T[],
  person: number,
  newId: () => string,
): Runner<T> {
  const { name, idOf, failed, judge, finish, callOf = (value: T) => String(idOf(value)) } = options
  const left = readRun(person, name, Date.now())?.rows ?? []
  const id = (value: T) => String(idOf(value))
  const first = newRun(work, id, (value) => keyFor(left, id(value), callOf(value), newId))
  const ids = new Set(first.rows.map((row) => row.id))
  const others = left.filter((row) => !ids.has(row.id)).map(asTold)
  const runner = startRun(
    first,
    {
      ...options,
      judge(value, error) {
        const verdict = judge?.(value, error) ?? errorText(error)
        return typeof verdict === 'string' ? { heading: failed, words: verdict } : verdict
      },
    },
    newId,
  )
  let kept: Run<T> | null = null
  /** The rows that are in a file. */
  const made = new Set<string>()
  const keep = () => {
    const { run, finishing } = runner.get()
    const before = made.size
    if (finishing === 'done') for (const { id, state } of run.rows) if (state.at === 'done') made.add(id)
    // The progress of its file changes no row.
    if (run !== kept || made.size > before) {
      const isOpen = (id: string) => finish !== undefined && !made.has(id)
      keepRun(person, name, [...others, ...unsureRows(run, callOf, isOpen)], Date.now())
    }
    kept = run
  }
  keep()
  runner.subscribe(oncePerTick(keep))
  return runner
}

const asTold = (row: KeptRow): KeptRow => ({ ...row, at: 'told' })

function keepAsTold(person: number, name: string): void {
  const kept = readRun(person, name, Date.now())
  if (kept) keepRun(person, name, kept.rows.map(asTold), kept.at)
}
