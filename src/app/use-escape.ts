import { useEffect } from 'react'

const OPEN_LAYERS =
  '[role="dialog"]:not([data-nav-drawer]), [role="menu"], [role="listbox"], [data-dates-dropdown]'

/** Whether a dialog, menu or list is open, the drawer apart. */
export const isLayerOpen = (): boolean =>
  Array.from(document.querySelectorAll(OPEN_LAYERS)).some((layer) => layer.checkVisibility())

/** C033: Escape toggles the drawer. It belongs to the dialog, menu or list that is open; only with none of them it is the drawer's. */
export function useEscape(onToggle: () => void, active: boolean) {
  useEffect(() => {
    if (!active) return undefined
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.repeat || event.isComposing || event.defaultPrevented) return
      if (isLayerOpen()) return
      onToggle()
    }
    // In the capture phase, so that a dialog that this key is about to close is still there to be seen.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onToggle, active])
}
