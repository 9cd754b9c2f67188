import { codeOf } from '#src/api/errors.ts'
import { useRef } from 'react'

/**
 * The answer to a 409 by which the server asks. The dialog shows what the server says, and its next press goes on.
 * @param code the 409's
 * @param act what the button says then
 */
export function useAnswer(code: string, act = '') {
  /** What was asked about; null where nothing is answered. */
  const answered = useRef<string | null>(null)
  /** @returns whether the server asks */
  function hear(error: unknown, about = ''): boolean {
    answered.current = codeOf(error) === code ? about : null
    return answered.current !== null
  }
  return {
    /** Whether the call about this goes on. */
    isGiven: (about = '') => answered.current === about,
    hear,
    /** Of `useSave`: it hears the server's question. */
    retry: (error: unknown): string | null => (hear(error) ? act : null),
    /** A new dialog asks again. */
    forget() {
      answered.current = null
    },
  }
}
