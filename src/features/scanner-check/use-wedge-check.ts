import { attachWedge } from '#src/device/attach-wedge.ts'
import { WEDGE_DOUBLE_OUTPUT_MS } from '#src/device/wedge.ts'
import { useEffect } from 'react'
import { createKeyLog, type ScanEnd } from './key-log.ts'

export interface WedgeScan {
  raw: string
  ms: number
  /** Unknown where an input method wrote the text instead of pressing keys. */
  end?: ScanEnd
}

/**
 * Receives the scans of the wedge scanner while the screen is open.
 *
 * @param onScan gets a scan
 * @param onAgain is called when the last scan came a second time, within the time of double output
 */
export function useWedgeCheck(onScan: (scan: WedgeScan) => void, onAgain: () => void): void {
  useEffect(() => {
    const log = createKeyLog()
    const ending = new AbortController()
    const options = { capture: true, signal: ending.signal }
    let last: { raw: string; at: number } | null = null
    let writingSince: number | null = null

    // The window gets keys before the document, where the wedge listener stops those of a scan.
    window.addEventListener(
      'keydown',
      (event) => {
        if (!event.repeat) log.key(event.key, event.timeStamp)
      },
      options,
    )
    // The text that an input method writes into the field that `attachWedge` keeps for it. The wedge listener does not
    // report a scan that comes both ways, and this check must show it.
    window.addEventListener(
      'input',
      ({ target, timeStamp }) => {
        if (!(target instanceof HTMLInputElement) || target.inputMode !== 'none') return
        writingSince ??= timeStamp
        if (last && target.value === last.raw && timeStamp - last.at <= WEDGE_DOUBLE_OUTPUT_MS) onAgain()
      },
      options,
    )
    const detach = attachWedge({
      onScan(raw, source, at) {
        const again = last?.raw === raw && at - last.at <= WEDGE_DOUBLE_OUTPUT_MS
        last = { raw, at }
        if (again) onAgain()
        else if (source === 'keys') onScan({ raw, ...log.last() })
        else onScan({ raw, ms: at - (writingSince ?? at) })
        writingSince = null
      },
    })
    return () => {
      detach()
      ending.abort()
    }
  }, [onScan, onAgain])
}
