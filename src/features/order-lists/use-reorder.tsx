import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'

interface Drag {
  from: number
  to: number
  /** How far the row has been taken from its place, in px. */
  by: number
  /** Of the row that is taken: so far the others make room. */
  height: number
}

/** Where the rows stood in their list when one of them was taken, in px from its top. */
interface Begun {
  /** Of the pointer. */
  at: number
  rows: { top: number; height: number }[]
}

/** What a row's handle and its buttons need to move it. */
export interface Mover {
  /** Moves it by as many places, as far as there are any; the focus goes along. */
  moveBy: (by: number) => void
  /** Of the handle that is dragged. */
  handle: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

/**
 * Rows in an order of their own, which a pointer drags and the keyboard moves. Each move is said, and what had the focus in
 * the moved row has it there.
 *
 * @param nameOf what a row is called
 * @param onMove puts the row of one place at another one
 */
export function useReorder({
  count,
  nameOf,
  onMove,
}: {
  count: number
  nameOf: (at: number) => string
  onMove: (from: number, to: number) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const begun = useRef<Begun>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, setSaid] = useState('')
  /** Which control of which row gets the focus when the rows are drawn again. */
  const focus = useRef<{ row: number; control: string } | null>(null)

  useLayoutEffect(() => {
    if (!focus.current) return
    const { row, control } = focus.current
    focus.current = null
    const moved = list.current?.children[row]
    const same = moved?.querySelector<HTMLButtonElement>(`[data-control="${control}"]:not(:disabled)`)
    ;(same ?? moved?.querySelector<HTMLElement>('[data-control="handle"]'))?.focus()
  })

  function move(from: number, to: number) {
    if (to === from) return
    const control = document.activeElement?.getAttribute('data-control') ?? 'handle'
    focus.current = { row: to, control }
    onMove(from, to)
    setSaid(`${nameOf(from)} is now ${to + 1} of ${count}.`)
  }

  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return undefined
    const stop = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(null)
    window.addEventListener('keydown', stop)
    return () => window.removeEventListener('keydown', stop)
  }, [isDragging])

  const topOfList = () => list.current!.getBoundingClientRect().top

  return {
    list,
    /** For a live region: what the last move did. */
    said,
    /** Of the row's element. */
    rowProps: (at: number) => ({
      ...(drag && { style: { transform: `translateY(${shiftOf(at, drag)}px)` } }),
      'data-dragged': drag?.from === at || undefined,
    }),
    moverOf: (from: number): Mover => ({
      moveBy: (by) => move(from, Math.min(count - 1, Math.max(0, from + by))),
      handle: {
        onPointerDown(event) {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          const top = topOfList()
          const rows = [...list.current!.children].map((row) => {
            const box = row.getBoundingClientRect()
            return { top: box.top - top, height: box.height }
          })
          begun.current = { at: event.clientY - top, rows }
          setDrag({ from, to: from, by: 0, height: rows[from]!.height })
        },
        onPointerMove(event) {
          if (!drag || !begun.current) return
          const { at, rows } = begun.current
          const by = event.clientY - topOfList() - at
          const to = placeOf(rows, from, by)
          // The page goes along where there are more rows than it shows.
          if (to !== drag.to) list.current!.children[to]?.scrollIntoView({ block: 'nearest' })
          setDrag({ ...drag, by, to })
        },
        onPointerUp() {
          if (!drag) return
          setDrag(null)
          move(drag.from, drag.to)
        },
        onPointerCancel: () => setDrag(null),
      },
    }),
  }
}

/** Where a row goes whose middle has been taken `by` px away from its place. */
export function placeOf(rows: readonly { top: number; height: number }[], from: number, by: number): number {
  const { top, height } = rows[from]!
  const [upper, lower] = [top + by, top + height + by]
  const middle = (row: { top: number; height: number }) => row.top + row.height / 2
  let to = from
  while (to > 0 && upper < middle(rows[to - 1]!)) to--
  while (to < rows.length - 1 && lower > middle(rows[to + 1]!)) to++
  return to
}

/** How far a row stands from its own place while another one is dragged, in px. */
function shiftOf(at: number, { from, to, by, height }: Drag): number {
  if (at === from) return by
  if (from < at && at <= to) return -height
  return to <= at && at < from ? height : 0
}
