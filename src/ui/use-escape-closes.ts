import { useEffect, useRef } from 'react'

/** The dialogs that are open, the topmost last. */
const open: object[] = []
/** Where the topmost one closes between two listeners of one press, the next one must not take itself for it. */
const handled = new WeakSet<Event>()

/**
 * Escape closes the topmost dialog and leaves the one behind it. For dialogs whose own handling is off
 * (`closeOnEscape={false}`): each of them would close at one press.
 */
export function useEscapeCloses(onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const mine = {}
    open.push(mine)
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing || handled.has(event) || open.at(-1) !== mine) return
      // A list that is open in the dialog closes first: it marks its field so.
      if ((event.target as Element | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true') return
      handled.add(event)
      latest.current()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      open.splice(open.indexOf(mine), 1)
    }
  }, [])
}
