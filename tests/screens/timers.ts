import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** The delays of all timers that are started from now on, in milliseconds. */
export function watchTimers(): () => (number | undefined)[] {
  const started = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => started.mockRestore())
  return () => started.mock.calls.map(([, delay]) => delay)
}

/** Resolves when every timer of this delay that was started before has run, and what it changed is drawn. */
export const timersOver = (delay: number): Promise<void> =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, delay)))
