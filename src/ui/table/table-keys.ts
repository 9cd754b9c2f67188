/** A list by keyboard: ↑ and ↓ go from row to row, Enter opens one, `/` begins a search. */
import { useEffect, type KeyboardEvent as ReactKeyboardEvent, type RefObject } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** For the box that a table scrolls in. */
export function onTableKey(event: ReactKeyboardEvent<HTMLElement>): void {
  if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return
  const row = (event.target as Element).closest<HTMLElement>('tbody tr')
  const step = STEP[event.key]
  if (step !== undefined) {
    // The empty ones hold the height of rows that are not drawn (VirtualRows).
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr:not([aria-hidden])')]
    const next = rows[row ? rows.indexOf(row) + step : 0]
    if (!next) return
    event.preventDefault()
    next.focus()
  } else if (event.key === 'Enter' && event.target === row) {
    if (row.dataset['press']) row.click()
    else row.querySelector('a')?.click()
  }
}

/** `/` anywhere on the page goes to the search of its list. */
export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isTaken = event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)
      if (event.key !== '/' || isTaken || !field.current || document.querySelector('[aria-modal=true]'))
        return
      event.preventDefault()
      field.current.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [field])
}
