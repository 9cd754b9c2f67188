/** The long runs of this tab. They go on whichever screen is open, until they end or the person signs out. */
import { useSyncExternalStore, type ReactNode } from 'react'
import type { RunWords } from './LongRunDialog.tsx'
import type { Runner } from './long-runner.ts'

export interface GoingRun {
  /** Of its own for each kind of work: of each, one goes on at a time. */
  name: string
  words: RunWords
  count: number
  runner: Runner<unknown>
  /** The row's name, or the way to it. */
  labelOf: (id: string) => ReactNode
  /** Its dialog is open. */
  isShown: boolean
  /** The person has read what became of it. */
  onClose: () => void
}

let runs: readonly GoingRun[] = []
const listeners = new Set<() => void>()

function set(next: readonly GoingRun[]): void {
  runs = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the place of the one of its name. */
export const addRun = (run: GoingRun): void => set([...runs.filter(({ name }) => name !== run.name), run])

export const showRun = (name: string, isShown: boolean): void =>
  set(runs.map((run) => (run.name === name ? { ...run, isShown } : run)))

export function hideRuns(): void {
  if (runs.some(({ isShown }) => isShown)) set(runs.map((run) => ({ ...run, isShown: false })))
}

/** It is over and was read. */
export function closeRun(name: string): void {
  const closed = runs.find((run) => run.name === name)
  set(runs.filter((run) => run !== closed))
  closed?.onClose()
}

/** What has begun is finished, and nothing more begins: the person signs out. */
export function stopRuns(): void {
  for (const { runner } of runs) runner.stop()
  set([])
}

export const goingRun = (name: string): GoingRun | undefined => runs.find((run) => run.name === name)

export const useGoingRuns = (): readonly GoingRun[] => useSyncExternalStore(subscribe, () => runs)
