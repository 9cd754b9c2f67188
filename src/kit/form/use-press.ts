import { errorText } from '#src/api/errors.ts'
import { useState } from 'react'

/**
 * Returns the state of a press: whether it is on its way, and why it failed. For an act that is done at once; `useSave`
 * is for one that asks first.
 *
 * @param explain a failure in words
 */
export function usePress<Key extends string | number = string>(explain = errorText) {
  const [busy, setBusy] = useState<Key | '' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  /** Never rejects. @param key which of several buttons it was */
  async function press(work: () => Promise<unknown>, key: Key | '' = ''): Promise<void> {
    setBusy(key)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(explain(error))
    }
    setBusy(null)
  }
  return { press, busy, isBusy: busy !== null, problem, forget: () => setProblem(null) }
}
