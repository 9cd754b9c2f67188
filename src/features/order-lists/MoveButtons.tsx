import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'

interface MoveButtonsProps {
  /** What is moved, as a person calls it. */
  what: string
  at: number
  count: number
  onMove: (by: -1 | 1) => void
}

/** One place up, one place down. */
export function MoveButtons({ what, at, count, onMove }: MoveButtonsProps) {
  return (
    <>
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
    </>
  )
}
