import { codeOf } from '#src/api/errors.ts'
import { useRef } from 'react'

/**
 * The answer to a 409 by which the server asks. The dialog shows what the server says, and its next press goes on.
 * @param code the 409's
 * @param act what the button says then
 */
export function useAnswer(code: string, act: string) {
  const isGiven = useRef(false)
  return {
    /** Whether the call goes on. */
    isGiven: () => isGiven.current,
    /** Of `useSave`: it hears the server's question. */
    retry(error: unknown): string | null {
      isGiven.current = codeOf(error) === code
      return isGiven.current ? act : null
    },
    /** A new dialog asks again. */
    forget() {
      isGiven.current = false
    },
  }
}
