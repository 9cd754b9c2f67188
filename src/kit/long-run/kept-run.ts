/**
 * The part of a run that the device stores while it goes on. A tab that is closed in the middle loses no idempotency
 * key: the same call for the same row is made with the key that it had. A person who comes back reads how far the run
 * came.
 */
import { z } from 'zod'
import { runsKey } from '../forget-kept.ts'
import type { Run } from './long-run.ts'

const KeptRow = z.object({
  id: z.string(),
  /** The content that is sent, as a text to compare. */
  call: z.string(),
  key: z.string(),
  /**
   * `running`: the outcome is unknown. `done`: the call has succeeded, and the run's file is not made yet. `told`: the
   * person has read the outcome.
   */
  at: z.enum(['waiting', 'running', 'done', 'told']),
})
export type KeptRow = z.infer<typeof KeptRow>
const Kept = z.record(z.string(), z.object({ at: z.number(), rows: z.array(KeptRow) }))

/** How long a run is kept, in ms. By then a person has looked at the outcome. */
const KEPT_MS = 86_400_000

function readAll(person: number): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(runsKey(person)) ?? '{}'))
  } catch {
    // Another version stored the text, or there is no storage. No run is left.
    return {}
  }
}

/** Returns what is left of this person's run of this name, and when (ms) it was last written. */
export function readRun(person: number, name: string, now: number): { at: number; rows: KeptRow[] } | null {
  const kept = readAll(person)[name]
  return kept && now - kept.at < KEPT_MS ? kept : null
}

export function keepRun(person: number, name: string, rows: readonly KeptRow[], now: number): void {
  const all = readAll(person)
  if (rows.length === 0) delete all[name]
  else all[name] = { at: now, rows: [...rows] }
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(runsKey(person))
    else localStorage.setItem(runsKey(person), JSON.stringify(all))
  } catch {
    // The browser stores no more: the run goes on.
  }
}

/**
 * Runs `work` once for all changes of a tick, before the browser does anything else: a tab that closes has lost
 * nothing, and a run of three hundred rows is not written for each change of a row.
 */
export function oncePerTick(work: () => void): () => void {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    queueMicrotask(() => {
      isAsked = false
      work()
    })
  }
}

/**
 * Returns the rows of a run whose outcome is uncertain. A row that is done, or was left out, no longer needs its key.
 * @param isOpen whether a row that is done waits for the run's file to be made
 */
export const unsureRows = <T>(
  { rows }: Run<T>,
  callOf: (value: T) => string,
  isOpen: (id: string) => boolean = () => false,
): KeptRow[] =>
  rows.flatMap(({ id, value, key, state: { at } }) => {
    if (at === 'leftOut' || (at === 'done' && !isOpen(id))) return []
    return [{ id, call: callOf(value), key, at: at === 'asked' || at === 'failed' ? 'told' : at }]
  })

/** Returns the key of a call that was made before and whose outcome is unknown, else a new one. */
export const keyFor = (kept: readonly KeptRow[], id: string, call: string, newKey: () => string): string =>
  kept.find((row) => row.id === id && row.call === call)?.key ?? newKey()
