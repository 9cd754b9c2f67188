import { errorText } from '#src/api/errors.ts'
import { useState } from 'react'

/** One call of a form: that it is on its way, that it is done, or why it failed. */
export function useAttempt(call: () => Promise<unknown>) {
  const [state, setState] = useState<'open' | 'busy' | 'done' | { problem: string }>('open')
  return {
    isBusy: state === 'busy',
    isDone: state === 'done',
    problem: typeof state === 'object' ? state.problem : null,
    async run() {
      if (state === 'busy') return
      setState('busy')
      try {
        await call()
        setState('done')
      } catch (error) {
        setState({ problem: errorText(error) })
      }
    },
  }
}
