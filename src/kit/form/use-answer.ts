import { refusalCodeOf } from '#src/api/errors.ts'
import { useRef } from 'react'

/**
 * Handles a 409 by which the server asks. The dialog shows the server's words, and its next press goes on.
 * @param code the 409's code
 * @param act the label of the button then
 */
export function useAnswer(code: string, act = '') {
  /** The subject of the question; null where nothing is answered. */
  const answered = useRef<string | null>(null)
  /** @returns whether the server asks */
  function hear(error: unknown, about = ''): boolean {
    answered.current = refusalCodeOf(error) === code ? about : null
    return answered.current !== null
  }
  return {
    /** Returns whether the call about this goes on. */
    isGiven: (about = '') => answered.current === about,
    hear,
    /** For `useSave`: receives the server's question. */
    retry: (error: unknown): string | null => (hear(error) ? act : null),
    /** A new dialog asks again. */
    forget() {
      answered.current = null
    },
  }
}
