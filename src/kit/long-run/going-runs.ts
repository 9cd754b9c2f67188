/** The long runs of this tab. They go on whichever screen is open, until they end or the person signs out. */
import { createCell, useCell } from '#src/ui/cell.ts'
import type { ReactNode } from 'react'
import type { RunWords } from './LongRunDialog.tsx'
import type { Runner } from './long-runner.ts'

export interface GoingRun {
  /** The name of the kind of work: one run of each kind goes on at a time. */
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

const cell = createCell<readonly GoingRun[]>([])

/** Takes the place of the one of its name. */
export const addRun = (run: GoingRun): void =>
  cell.set([...cell.get().filter(({ name }) => name !== run.name), run])

export const showRun = (name: string, isShown: boolean): void =>
  cell.set(cell.get().map((run) => (run.name === name ? { ...run, isShown } : run)))

export function hideRuns(): void {
  if (cell.get().some(({ isShown }) => isShown))
    cell.set(cell.get().map((run) => ({ ...run, isShown: false })))
}

/** It is over and was read. */
export function closeRun(name: string): void {
  const closed = goingRun(name)
  cell.set(cell.get().filter((run) => run !== closed))
  closed?.onClose()
}

/** Lets begun calls finish and begins no more: the person signs out. */
export function stopRuns(): void {
  for (const { runner } of cell.get()) runner.stop()
  cell.set([])
}

export const goingRun = (name: string): GoingRun | undefined => cell.get().find((run) => run.name === name)

export const useGoingRuns = (): readonly GoingRun[] => useCell(cell)
