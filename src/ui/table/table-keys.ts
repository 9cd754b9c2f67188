/** A list by keyboard: ↑ and ↓ go from row to row, Enter opens one, Space chooses it, `/` begins a search. */
import { useEffect, type KeyboardEvent as ReactKeyboardEvent, type RefObject } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * From a cell that is typed into, Enter, ↑ and ↓ go to the same cell of another row, as in a spreadsheet; Tab goes to the
 * next cell by itself. False where the key is no such one, or was not pressed there.
 */
function wentInGrid({ key, shiftKey, target, currentTarget }: ReactKeyboardEvent<HTMLElement>): boolean {
  const { column } = (target as HTMLElement).dataset
  const step = key === 'Enter' ? (shiftKey ? -1 : 1) : STEP[key]
  if (column === undefined || step === undefined) return false
  const fields = currentTarget.querySelectorAll<HTMLInputElement>('input[data-column]')
  const cells = [...fields].filter((field) => field.dataset['column'] === column)
  const next = cells[cells.indexOf(target as HTMLInputElement) + step]
  next?.focus()
  next?.select()
  return true
}

/** For the box that a table scrolls in. */
export function onTableKey(event: ReactKeyboardEvent<HTMLElement>): void {
  // React passes on typing in a dialog that a cell has opened.
  if (!event.currentTarget.contains(event.target as Element)) return
  if (!event.altKey && !event.ctrlKey && !event.metaKey && wentInGrid(event)) return event.preventDefault()
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
  } else if (event.key === ' ' && event.target === row) {
    const box = row.querySelector<HTMLInputElement>('input[type=checkbox]')
    if (!box) return
    event.preventDefault()
    box.click()
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
