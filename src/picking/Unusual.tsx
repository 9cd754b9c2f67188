import { reasonsFor, type Doubt } from '#contract/orders/doubts.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconAlertOctagon } from '@tabler/icons-react'
import classes from './picking.module.css'

/** What is unusual about a piece. */
export function UnusualNote({ doubts }: { doubts: readonly Doubt[] }) {
  return (
    <div className={classes.note} data-tone="act" role="alert">
      {doubts.map(({ kind, message }) => (
        <p className={classes.noteTitle} key={`${kind} ${message}`}>
          <IconAlertOctagon size={32} aria-hidden />
          <span>{message}</span>
        </p>
      ))}
    </div>
  )
}

interface ReasonButtonsProps {
  doubts: readonly Doubt[]
  onReason: (reason: string) => void
}

/** Why it is right all the same, one tap each. */
export function ReasonButtons({ doubts, onReason }: ReasonButtonsProps) {
  return reasonsFor(doubts).map((reason) => (
    <Button size="floor" key={reason} onClick={() => onReason(reason)}>
      {reason}
    </Button>
  ))
}
