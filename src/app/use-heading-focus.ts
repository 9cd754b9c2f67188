import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the title after a change of screen, so that a keyboard and a screen reader begin there; not when
 * the page is opened, and not where the new screen has moved it itself. `path` is that of the screen on show.
 */
export function useHeadingFocus(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return undefined
    before.current = path
    const main = document.getElementById('content')
    if (!main) return undefined
    let title: HTMLElement | null = null
    function look() {
      if (title?.isConnected) return
      const found = main!.querySelector<HTMLElement>('h1')
      const focused = document.activeElement
      if (!found || main!.contains(focused) || focused?.closest('[role=dialog]')) return
      found.setAttribute('tabindex', '-1')
      found.focus({ preventScroll: true })
      title = found
    }
    // A title may appear after the screen's code, and the first answer may replace it with another.
    const watching = new MutationObserver(look)
    watching.observe(main, { childList: true, subtree: true })
    look()
    // A person who moves on from there needs no help any more.
    const done = ({ target }: FocusEvent) =>
      target !== title && target !== document.body && watching.disconnect()
    document.addEventListener('focusin', done)
    return () => {
      watching.disconnect()
      document.removeEventListener('focusin', done)
    }
  }, [path])
}
