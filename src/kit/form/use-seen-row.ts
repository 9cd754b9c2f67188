/** The row that a person saw when they began to type: the `base` of the call that saves what is typed. */
import { useEffect, useState } from 'react'
import { keepDraft, readDraft } from './draft.ts'
import type { OfficeFormState } from './use-office-form.ts'

export interface SeenRow<T> {
  /**
   * The stored row when the typing began, also after the form was left and opened again. The screen may read a newer
   * row meanwhile: another user's change of a typed field is then a clash, and is not overwritten without a word.
   */
  row: T
  /** Takes the row that is stored now, or that the person has just saved: they see it. */
  catchUp: (row?: T) => void
  /** Called when a save begins. */
  hold: () => void
  /** Called when a clash was reported: `row` is the one that is read next. */
  follow: () => void
}

/**
 * Holds the row that a form was filled with for as long as something is typed over it.
 *
 * @param name the form's name
 * @param stored the row that was read last, null for a new one. It is the same object until another answer is read
 */
export function useSeenRow<T extends object>(
  name: string,
  stored: T,
  form: Pick<OfficeFormState<never>, 'isChanged'>,
): SeenRow<T>
export function useSeenRow<T extends object>(
  name: string,
  stored: T | null,
  form: Pick<OfficeFormState<never>, 'isChanged'>,
): SeenRow<T | null>
export function useSeenRow<T extends object>(
  name: string,
  stored: T | null,
  { isChanged }: Pick<OfficeFormState<never>, 'isChanged'>,
): SeenRow<T | null> {
  const draft = `${name}/seen`
  const [row, setRow] = useState<T | null>(() =>
    isChanged && stored !== null ? keptRow(draft, stored) : stored,
  )
  const [isRefused, setRefused] = useState(false)
  if (row !== stored && (!isChanged || isRefused)) {
    setRow(stored)
    setRefused(false)
  }
  useEffect(
    () => keepDraft(draft, isChanged && row !== null ? { row: JSON.stringify(row) } : {}),
    [draft, isChanged, row],
  )
  return {
    row,
    catchUp: (next = stored) => setRow(next),
    hold: () => setRefused(false),
    follow: () => setRefused(true),
  }
}

/** Returns the row that an earlier visit has left. A field that it lacks, of another version of the app, is as it is stored. */
function keptRow<T extends object>(draft: string, stored: T): T {
  const row = readDraft(draft, { row: '' })['row']
  return typeof row === 'string' ? { ...stored, ...(JSON.parse(row) as Partial<T>) } : stored
}
