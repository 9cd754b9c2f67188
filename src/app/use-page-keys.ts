import { useLayoutEffect } from 'react'

const OPEN_LAYERS =
  '[role="dialog"]:not([data-nav-drawer]), [role="menu"], [role="listbox"], [data-dates-dropdown]'

/** Whether a dialog, menu or list is open, the drawer apart. */
const isLayerOpen = (): boolean =>
  Array.from(document.querySelectorAll(OPEN_LAYERS)).some((layer) => layer.checkVisibility())

const isPaletteKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'

/**
 * The keys that every page has: Escape toggles the drawer (C033), Ctrl+K, on a Mac ⌘K, opens the palette. They belong to
 * the dialog, menu or list that is open; only with none of them they are the page's. Both functions must stay the same.
 */
export function usePageKeys(onEscape: () => void, onPalette: () => void, active: boolean) {
  // With the bar in one commit: who sees it can press the keys.
  useLayoutEffect(() => {
    if (!active) return undefined
    function onKey(event: KeyboardEvent) {
      if (event.repeat || event.isComposing || event.defaultPrevented) return
      const isPalette = isPaletteKey(event)
      if ((!isPalette && event.key !== 'Escape') || isLayerOpen()) return
      if (!isPalette) return onEscape()
      // The browser's own Ctrl+K would leave the page.
      event.preventDefault()
      onPalette()
    }
    // In the capture phase, so that a dialog that this key is about to close is still there to be seen.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onEscape, onPalette, active])
}
