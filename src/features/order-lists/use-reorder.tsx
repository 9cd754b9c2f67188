import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'

interface Drag {
  from: number
  to: number
  /** The distance of the row from its place, in px. */
  by: number
  /** The height of the dragged row: the other rows move by it to make room. */
  height: number
}

/** The places of the rows in their list when the drag began, in px from its top. */
interface Begun {
  /** The place of the pointer. */
  at: number
  rows: { top: number; height: number }[]
}

/** The handlers for a row's handle and its buttons. */
export interface Mover {
  /** Moves the row by that many places, as far as there are any. The focus moves with it. */
  moveBy: (by: number) => void
  /** For the handle that is dragged. */
  handle: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

/**
 * Rows that a person orders: a pointer drags them, and the keyboard moves them. Each move is announced, and the focus
 * stays on the same control of the moved row.
 *
 * @param nameOf returns a row's name
 * @param onMove moves the row of one place to another
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
  /** The control and the row that get the focus when the rows are drawn again. */
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
    /** The announcement of the last move, for a live region. */
    said,
    /** The props of the row's element. */
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
          // The page scrolls along where it does not show all rows.
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

/** Returns the place of a row that has been dragged by `by` px. */
export function placeOf(rows: readonly { top: number; height: number }[], from: number, by: number): number {
  const { top, height } = rows[from]!
  const [upper, lower] = [top + by, top + height + by]
  const middle = (row: { top: number; height: number }) => row.top + row.height / 2
  let to = from
  while (to > 0 && upper < middle(rows[to - 1]!)) to--
  while (to < rows.length - 1 && lower > middle(rows[to + 1]!)) to++
  return to
}

/** The distance of a row from its own place while another one is dragged, in px. */
function shiftOf(at: number, { from, to, by, height }: Drag): number {
  if (at === from) return by
  if (from < at && at <= to) return -height
  return to <= at && at < from ? height : 0
}
