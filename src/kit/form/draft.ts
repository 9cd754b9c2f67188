/** What a person has typed into a form and not saved: only what differs from what is stored, by the field's path. */

import { draftKey } from '../forget-kept.ts'

/** Path → value: `{'physical_address.city': 'Hoboken', rows: [...]}`. A list is one value. */
export type Typed = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the part of `values` that differs from `stored`. */
export function typedOver(stored: object, values: object, before = ''): Typed {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const was: unknown = stored[field as keyof object]
      if (isGroup(value) && isGroup(was)) return Object.entries(typedOver(was, value, `${before}${field}.`))
      return same(value, was) ? [] : [[before + field, value]]
    }),
  )
}

/** Returns `stored` with what was typed laid over it, so that what another user has saved meanwhile shows beside it. */
export function layOver<T extends object>(stored: T, typed: Typed, before = ''): T {
  return Object.fromEntries(
    Object.entries(stored).map(([field, value]) => {
      const path = before + field
      if (isGroup(value)) return [field, layOver(value, typed, `${path}.`)]
      return [field, path in typed ? typed[path] : value]
    }),
  ) as T
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
/**
 * Returns whether a kept field fits. A form of another version may have left fields that this one does not have, or
 * has with values of another kind.
 */
function fits(stored: object, [path, value]: [string, unknown]): boolean {
  const was = path
    .split('.')
    .reduce<unknown>((group, field) => (isGroup(group) ? group[field as keyof object] : undefined), stored)
  return was !== undefined && kindOf(was) === kindOf(value)
}

/** Reads the draft of this tab only: another tab may have the same form open. */
export function readDraft(name: string, stored: object): Typed {
  const kept = JSON.parse(sessionStorage.getItem(draftKey(name)) ?? '{}') as Typed
  return Object.fromEntries(Object.entries(kept).filter((entry) => fits(stored, entry)))
}

/** Stores the draft. With nothing typed the draft is deleted. */
export function keepDraft(name: string, typed: Typed): void {
  if (Object.keys(typed).length === 0) return sessionStorage.removeItem(draftKey(name))
  try {
    sessionStorage.setItem(draftKey(name), JSON.stringify(typed))
  } catch {
    // The browser stores no more: the form goes on, and leaving it asks as always.
  }
}
