import { useEffect, useRef, useState } from 'react'

/**
 * For a dialog that is there when it is first drawn and closes by going away: the focus goes back to what had it before,
 * and where that is gone too, to the title of the screen. Mantine's own return notes the opener only of a dialog that was
 * there closed.
 */
export function useFocusReturn(): void {
  // While it is drawn for the first time, the opener still has the focus.
  const [opener] = useState(() => document.activeElement)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      // When the dialog is gone, and with it the focus, unless what closed it has put it somewhere.
      setTimeout(() => {
        if (isOpen.current || !isNobodys(document.activeElement)) return
        const target = opener?.isConnected && !isNobodys(opener) ? opener : document.querySelector('main h1')
        // A dialog that came in this one's place takes the focus itself.
        const above = [...document.querySelectorAll('[role=dialog]')].at(-1)
        if (above && !above.contains(target)) return
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    }
  }, [opener])
}

const isNobodys = (element: Element | null) => element === null || element === document.body
