import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { roomOf } from '../use-window-rows.ts'
import { PlainRows, type RowRange } from './PlainRows.tsx'

/** The height of a row of one line, with a mouse and with a finger (--larder-row). */
const ROW_HEIGHT_PX = matchMedia('(pointer: coarse)').matches ? 44 : 34

/** Draws only the rows in sight and some around them, between two empty ones that hold the height of the others. */
export default function VirtualRows(props: RowRange<unknown> & { box: RefObject<HTMLElement | null> }) {
  // The compiler leaves this component alone, which is right: the library's functions change under it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => props.box.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 20,
  })
  useSteadyWidths(props)
  useDrawnAgain()
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const { above, below } = roomOf(virtualizer)
  return (
    <>
      {above > 0 && <tr aria-hidden style={{ height: above }} />}
      <PlainRows {...props} from={first?.index ?? 0} to={(last?.index ?? -1) + 1} />
      {below > 0 && <tr aria-hidden style={{ height: below }} />}
    </>
  )
}

/**
 * Draws once more. If rows and scroll box come at once (rows that are kept, a device that is turned), the box is
 * known only after the first drawing.
 */
function useDrawnAgain(): void {
  const [, setAgain] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- it is the ref of a parent, which nothing else tells of
  useLayoutEffect(() => setAgain(true), [])
}

/**
 * Keeps a column from becoming narrower. Only the rows in sight set its width, so all columns would move when other
 * rows come into sight.
 */
function useSteadyWidths({ box }: Parameters<typeof VirtualRows>[0]): void {
  useLayoutEffect(() => {
    for (const head of box.current?.querySelectorAll('th') ?? [])
      if (!head.dataset['set']) head.style.minWidth = `${head.offsetWidth}px`
  })
  useLayoutEffect(() => {
    const heads = [...(box.current?.querySelectorAll('th') ?? [])]
    return () => heads.forEach((head) => !head.dataset['set'] && head.style.removeProperty('min-width'))
  }, [box])
}
