import { useRef, useState, type FormEvent, type RefObject } from 'react'
import type { Draft } from './use-draft.ts'

/** Words for a form's fields, by field. */
export type Problems<Field extends string = string> = Partial<Record<Field, string>>

export interface CheckedForm<T> {
  form: RefObject<HTMLFormElement | null>
  /** What is said at the fields now. */
  problems: Problems
  change: (part: Partial<T>) => void
  /** What the server said of fields: it holds for what was in them, so until they are changed. */
  refuse: (said: Problems) => void
  /** For the form's `onSubmit`: whether nothing is wrong. Where something is, its field is gone to. */
  isRight: (event: FormEvent) => boolean
  focusProblem: () => void
}

/**
 * A form that says what is wrong with its fields once somebody has tried to save it, and not before.
 *
 * @param found what is wrong with the draft's values as they stand
 */
export function useCheckedForm<T extends object>(draft: Draft<T>, found: Problems): CheckedForm<T> {
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  /** After the fields have been drawn with their problems. */
  const focusProblem = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

  return {
    form,
    problems: isTried ? { ...refused, ...found } : {},
    change(part) {
      draft.change(part)
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    },
    refuse: setRefused,
    isRight(event) {
      event.preventDefault()
      setTried(true)
      if (Object.keys(found).length === 0) return true
      focusProblem()
      return false
    },
    focusProblem,
  }
}
