import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './customer-lists.module.css'

interface RowActsProps {
  /** What is moved, as a person calls it. */
  what: string
  at: number
  count: number
  onMove: (by: -1 | 1) => void
  /** What the button to remove it is called. */
  remove: string
  onRemove: () => void
  /** What else can be done with it. */
  children?: ReactNode
}

/** What is done with a row of an order list: one place up, one place down, and off the list. */
export function RowActs({ what, at, count, onMove, remove, onRemove, children }: RowActsProps) {
  return (
    <span className={classes.acts}>
      {children}
      <ActionIcon
        variant="default"
        size={42}
        disabled={at === 0}
        aria-label={`Move ${what} up`}
        title="Up"
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={42}
        disabled={at === count - 1}
        aria-label={`Move ${what} down`}
        title="Down"
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={42} aria-label={remove} title="Remove" onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </span>
  )
}
