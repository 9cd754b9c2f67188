import { useEffect } from 'react'
import { isLayerOpen } from './use-escape.ts'

/** Ctrl+K, on a Mac ⌘K, while no dialog is open: what is asked there is answered first. */
export function usePaletteKey(onOpen: () => void, active: boolean) {
  useEffect(() => {
    if (!active) return undefined
    function onKey(event: KeyboardEvent) {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isOurs || event.key.toLowerCase() !== 'k' || event.repeat || isLayerOpen()) return
      event.preventDefault()
      onOpen()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onOpen, active])
}
