import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import classes from './customer-lists.module.css'

/** The props of a row's handle, which a pointer drags, and of its move buttons. */
export interface Mover extends Pick<ReturnType<typeof useSortable>, 'listeners' | 'setActivatorNodeRef'> {
  /** The place of the row, from 0, and the number of rows. */
  at: number
  count: number
  /** Moves the row by that many places, as far as there are any. The focus moves with it. */
  moveBy: (by: number) => void
  /** The id of the text that names the keys of the handle. */
  describedBy: string
}

interface ReorderListProps {
  label: string
  /** The key of each row. */
  keys: readonly string[]
  nameOf: (at: number) => string
  /** Moves the row of one place to another. */
  onMove: (from: number, to: number) => void
  /** The content of a row. */
  children: (at: number, mover: Mover) => ReactNode
}

/** The texts of dnd-kit for screen readers. dnd-kit announces nothing: the list announces each move. */
const ACCESSIBILITY = {
  screenReaderInstructions: {
    draggable:
      'Press arrow up or arrow down to move it by one place, Home or End to move it to the first or the last one.',
  },
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
}

/**
 * Rows that a person orders: a pointer drags them, and the keyboard moves them. Each move is announced, and the focus
 * stays on the same control of the moved row.
 */
export function ReorderList({ label, keys, nameOf, onMove, children }: ReorderListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  /** The control and the row that get the focus when the rows are drawn again. */
  const focus = useRef<{ row: number; control: string } | null>(null)
  const sensors = useSensors(useSensor(PointerSensor))

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
    setSaid(`${nameOf(from)} is now ${to + 1} of ${keys.length}.`)
  }

  function drop({ active, over }: DragEndEvent) {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))]
    // A row may leave the list while it is dragged.
    if (from >= 0 && to >= 0) move(from, to)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={ACCESSIBILITY}
      onDragEnd={drop}
    >
      <SortableContext items={[...keys]} strategy={verticalListSortingStrategy}>
        <p role="status" className={classes.quiet}>
          {said}
        </p>
        <ol ref={list} className={classes.rows} aria-label={label}>
          {keys.map((key, at) => (
            <Row key={key} id={key} at={at} count={keys.length} onMove={move}>
              {children}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

interface RowProps extends Pick<ReorderListProps, 'onMove' | 'children'> {
  id: string
  at: number
  count: number
}

/** A category's key is its place, so dnd-kit would slide the rows once more after a drop. */
const NEVER = () => false

function Row({ id, at, count, onMove, children }: RowProps) {
  const { attributes, listeners, setActivatorNodeRef, setNodeRef, transform, transition, isDragging } =
    useSortable({ id, animateLayoutChanges: NEVER })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragged={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      {children(at, {
        at,
        count,
        moveBy: (by) => onMove(at, Math.min(count - 1, Math.max(0, at + by))),
        listeners,
        setActivatorNodeRef,
        describedBy: attributes['aria-describedby'],
      })}
    </li>
  )
}
