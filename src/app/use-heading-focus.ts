import { useEffect, useRef } from 'react'

/**
 * After a change of screen the focus goes to its title, so that a keyboard and a screen reader begin there; not when the
 * page is opened, and not where the new screen has put it itself. `path` is that of the screen on show.
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
    // A title may come after the screen's code, and another in its place with the first answer.
    const watching = new MutationObserver(look)
    watching.observe(main, { childList: true, subtree: true })
    look()
    // Whoever goes on from there needs no help any more.
    const done = ({ target }: FocusEvent) =>
      target !== title && target !== document.body && watching.disconnect()
    document.addEventListener('focusin', done)
    return () => {
      watching.disconnect()
      document.removeEventListener('focusin', done)
    }
  }, [path])
}
