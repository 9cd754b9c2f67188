import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'

type Options = Omit<Parameters<typeof useWindowVirtualizer<Element>>[0], 'scrollMargin'>

/** The part of a virtualizer that shows how much room the rows need that it does not draw. */
interface Drawn {
  getVirtualItems(): readonly { start: number; end: number }[]
  getTotalSize(): number
}

/**
 * Returns the px of the rows above and below the drawn ones. @param margin where the list begins, in px of what scrolls
 */
export function roomOf(virtual: Drawn, margin = 0): { above: number; below: number } {
  const items = virtual.getVirtualItems()
  return {
    above: (items[0]?.start ?? margin) - margin,
    below: Math.max(0, virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)),
  }
}

/**
 * Returns the indexes of the rows to draw: those in sight, and the row with the focus. React calls no `onBlur` when it
 * removes a row, so a text typed there would be lost.
 *
 * @param list the element around the rows; each row has its id in `data-row`
 */
export function drawnRows(range: Range, list: HTMLElement | null, rows: readonly { id: string }[]): number[] {
  const inSight = defaultRangeExtractor(range)
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  const focused = row && list?.contains(row) ? rows.findIndex(({ id }) => id === row.dataset['row']) : -1
  if (focused === -1 || inSight.includes(focused)) return inSight
  return [...inSight, focused].toSorted((a, b) => a - b)
}

/**
 * Returns the rows in sight of a long list that scrolls with the window.
 *
 * @param top the element around the rows; the content above it may grow meanwhile: a note, a refused edit
 */
export function useWindowRows(top: RefObject<HTMLElement | null>, options: Options) {
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const look = () => {
      if (top.current) setMargin(Math.round(top.current.getBoundingClientRect().top + window.scrollY))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [top])
  // The compiler leaves this hook alone, which is right: the library's functions change under it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer<Element>({ ...options, scrollMargin: margin })
  return { virtual, margin, ...roomOf(virtual, margin) }
}
