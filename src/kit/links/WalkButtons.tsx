import { Button } from '#src/ui/Button.tsx'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useWalk } from './walked-orders.ts'
import classes from './WalkButtons.module.css'

interface WalkButtonsProps {
  /** The order on show. */
  id: number
  through: 'orders' | 'invoices'
  onOpen: (id: number) => void
}

/** To the order before and after this one of the list that one comes from (K, J). */
export function WalkButtons({ id, through, onOpen }: WalkButtonsProps) {
  const { previous, next } = useWalk(id, through, onOpen)
  if (!previous && !next) return null
  const what = through === 'invoices' ? 'invoice' : 'order'
  return (
    <>
      <Button
        label={`Previous ${what} (K)`}
        icon={<IconChevronLeft size={20} aria-hidden />}
        reason={!previous && 'This is the first of the list.'}
        onClick={() => previous?.()}
      >
        <kbd className={classes.key}>K</kbd>
      </Button>
      <Button
        label={`Next ${what} (J)`}
        icon={<IconChevronRight size={20} aria-hidden />}
        reason={!next && 'This is the last of the list.'}
        onClick={() => next?.()}
      >
        <kbd className={classes.key}>J</kbd>
      </Button>
    </>
  )
}
