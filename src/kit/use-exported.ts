import { codeOf } from '#src/api/errors.ts'
import { useRef } from 'react'

/**
 * The answer to 409 `exported`: the books have the invoice. The dialog shows what the server says, and its next press goes on.
 * @param act what the button says then
 */
export function useExported(act: string) {
  const isAnswered = useRef(false)
  return {
    /** Whether the call goes on. */
    confirms: () => isAnswered.current,
    /** Of `useSave`. */
    retry(error: unknown): string | null {
      isAnswered.current = codeOf(error) === 'exported'
      return isAnswered.current ? act : null
    },
    /** A new dialog asks again. */
    forget() {
      isAnswered.current = false
    },
  }
}
