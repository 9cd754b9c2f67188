import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './customer-lists.module.css'
import type { Mover } from './use-reorder.tsx'

interface RowActsProps {
  /** The thing that is moved, as a person calls it. */
  what: string
  at: number
  count: number
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

interface HandleProps extends Pick<RowActsProps, 'what' | 'at' | 'count' | 'mover'> {
  /** The id of the text that names the keys. */
  describedBy: string
}

/** The handle by which a row of an order list is dragged. While it has the focus, ↑ and ↓ move the row. */
export const RowHandle = ({ what, at, count, mover, describedBy }: HandleProps) => (
  <button
    type="button"
    className={classes.handle}
    data-control="handle"
    aria-label={`Reorder ${what}, ${at + 1} of ${count}`}
    aria-describedby={describedBy}
    title="Drag, or press ↑ or ↓"
    onKeyDown={(event) => {
      const by = KEYS[event.key]
      if (by === undefined) return
      event.preventDefault()
      mover.moveBy(by)
    }}
    {...mover.handle}
  >
    <IconGripVertical size={20} aria-hidden />
  </button>
)

/** The keys that a handle takes, for screen readers. */
export const HandleWords = ({ id }: { id: string }) => (
  <p id={id} hidden>
    Press arrow up or arrow down to move it by one place, Home or End to move it to the first or the last one.
  </p>
)

/** The acts on a row of an order list: one place up, one place down, and off the list. */
export function RowActs({ what, at, count, mover, remove, onRemove, children }: RowActsProps) {
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
        onClick={() => mover.moveBy(-1)}
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
        onClick={() => mover.moveBy(1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={42} aria-label={remove} title="Remove" onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </span>
  )
}
