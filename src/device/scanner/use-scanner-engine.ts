import type { ScannerEngine } from './engine.ts'
import { openScanner } from './open-scanner.ts'
import { useCallback, useEffect, useRef } from 'react'

/** One engine for camera and photos, opened when it is first asked for and closed with the screen. */
export function useScannerEngine(): () => Promise<ScannerEngine> {
  const opened = useRef<Promise<ScannerEngine> | null>(null)
  useEffect(
    () => () => {
      const engine = opened.current
      opened.current = null
      engine?.then((it) => it.dispose()).catch(() => undefined)
    },
    [],
  )
  return useCallback(() => {
    const asked = opened.current ?? openScanner()
    opened.current = asked
    // Offline before the first visit its files may be missing: the next try asks again.
    asked.catch(() => {
      if (opened.current === asked) opened.current = null
    })
    return asked
  }, [])
}
