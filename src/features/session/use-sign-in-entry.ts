import { ATTEMPT_OVER } from '#contract/people/session-codes.ts'
import { ApiError, errorText, isObject } from '#src/api/errors.ts'
import type { SignInEntry } from '#src/api/second-step.ts'
import { useState } from 'react'

const isOver = (error: unknown) =>
  error instanceof ApiError && isObject(error.body) && error.body['code'] === ATTEMPT_OVER

/** Answers the step and lets the person in. An entry with new recovery codes waits until they are kept. */
export function useSignInEntry(onIn: () => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [ended, setEnded] = useState(false)
  const [entry, setEntry] = useState<SignInEntry | null>(null)

  async function enter(answered: SignInEntry) {
    await answered.enter()
    onIn()
  }

  async function run(answer: () => Promise<SignInEntry>) {
    setBusy(true)
    setProblem(null)
    try {
      const answered = await answer()
      if (answered.recoveryCodes.length > 0) setEntry(answered)
      else await enter(answered)
    } catch (error) {
      setEnded(isOver(error))
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, ended, entry, run, enter, forgetProblem: () => setProblem(null) }
}
