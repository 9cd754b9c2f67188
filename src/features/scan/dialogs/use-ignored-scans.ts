import { useEffect, useState } from 'react'
import type { ScanSession } from '../session/index.ts'

/** While a dialog waits for an answer, no scan is counted; whether one came. */
export function useIgnoredScans({ intercept, ignore }: ScanSession): boolean {
  const [isIgnoring, setIgnoring] = useState(false)
  useEffect(
    () =>
      intercept(() => {
        ignore()
        setIgnoring(true)
        return Promise.resolve('handled')
      }),
    [intercept, ignore],
  )
  return isIgnoring
}
