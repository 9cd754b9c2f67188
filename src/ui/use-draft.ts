import { useState } from 'react'

export interface Draft<T> {
  /** What is stored, with what was typed laid over it. */
  values: T
  change: (part: Partial<T>) => void
  isChanged: boolean
  /** What was typed before this page was loaded shows, and nobody has said yet that they know. */
  isRestored: boolean
  /** Forgets what was typed. */
  discard: () => void
  /** What was typed is stored by now: nothing is kept for the next visit, and what shows stays. */
  saved: () => void
}

/**
 * What somebody types into a form, kept in this tab over a reload (ux, "Unsaved changes") until it is saved or
 * discarded. Only what differs from `stored` is kept, so that what somebody else changes meanwhile shows.
 *
 * @param key names the form, what it is about, and the person
 * @param secret fields that are never written anywhere, such as passwords
 */
export function useDraft<T extends object>(
  key: string,
  stored: T,
  secret: readonly (keyof T)[] = [],
): Draft<T> {
  const place = `larder-draft/${key}`
  const [typed, setTyped] = useState<Partial<T>>(() => read(place, stored))
  const [isRestored, setRestored] = useState(() => differs(typed, stored))

  return {
    values: { ...stored, ...typed },
    isChanged: differs(typed, stored),
    isRestored,
    change(part) {
      const next = { ...typed, ...part }
      setTyped(next)
      const kept = Object.entries(next).filter(([field]) => !secret.includes(field as keyof T))
      sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(kept)))
    },
    discard() {
      setTyped({})
      setRestored(false)
      sessionStorage.removeItem(place)
    },
    saved: () => sessionStorage.removeItem(place),
  }
}

const differs = <T extends object>(typed: Partial<T>, stored: T): boolean =>
  Object.entries(typed).some(([field, value]) => value !== stored[field as keyof T])

/** Fields that the form has and whose values are of its kind; a form of another version may have left others. */
function read<T extends object>(place: string, stored: T): Partial<T> {
  const kept = JSON.parse(sessionStorage.getItem(place) ?? '{}') as Record<string, unknown>
  const fits = ([field, value]: [string, unknown]) =>
    field in stored && typeof value === typeof stored[field as keyof T]
  return Object.fromEntries(Object.entries(kept).filter(fits)) as Partial<T>
}
