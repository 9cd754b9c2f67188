import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './customer-lists.module.css'
import type { Mover } from './ReorderList.tsx'

interface RowActsProps {
  /** The thing that is moved, as a person calls it. */
  what: string
  mover: Mover
  /** The label of the remove button. */
  remove: string
  onRemove: () => void
  /** Further acts on it. */
  children?: ReactNode
}

/** The keys of the handle, and by how many places each moves the row. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
}

/** The handle by which a row of an order list is dragged. While it has the focus, ↑ and ↓ move the row. */
export const RowHandle = ({
  what,
  mover: { at, count, moveBy, listeners, setActivatorNodeRef, describedBy },
}: Pick<RowActsProps, 'what' | 'mover'>) => (
  <button
    ref={setActivatorNodeRef}
    type="button"
    className={classes.handle}
    data-control="handle"
    aria-label={`Reorder ${what}, ${at + 1} of ${count}`}
    aria-describedby={describedBy}
    title="Drag, or press ↑ or ↓"
    {...listeners}
    onKeyDown={(event) => {
      const by = KEYS[event.key]
      if (by === undefined) return
      event.preventDefault()
      moveBy(by)
    }}
  >
    <IconGripVertical size={20} aria-hidden />
  </button>
)

/** The acts on a row of an order list: one place up, one place down, and off the list. */
export function RowActs({ what, mover, remove, onRemove, children }: RowActsProps) {
  const { at, count, moveBy } = mover
  return (
    <span className={classes.acts}>
      {children}
      <ActionIcon
        variant="default"
        size={42}
        disabled={at === 0}
        aria-label={`Move ${what} up`}
        title="Up"
        data-control="up"
        onClick={() => moveBy(-1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={42}
        disabled={at === count - 1}
        aria-label={`Move ${what} down`}
        title="Down"
        data-control="down"
        onClick={() => moveBy(1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={42} aria-label={remove} title="Remove" onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </span>
  )
}
