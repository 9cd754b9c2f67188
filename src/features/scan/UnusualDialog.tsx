import { reasonsFor, type Doubt } from '#contract/orders/doubts.ts'
import { IconAlertOctagon } from '@tabler/icons-react'
import classes from './dialogs.module.css'
import floor from './floor.module.css'
import { FloorButton } from './FloorButton.tsx'
import { FloorModal } from './FloorModal.tsx'

interface UnusualDialogProps {
  doubts: readonly Doubt[]
  onLeave: () => void
  onReason: (reason: string) => void
}

/** Something is unusual about the piece in hand: put it back, or one tap on why it goes all the same. */
export default function UnusualDialog({ doubts, onLeave, onReason }: UnusualDialogProps) {
  return (
    <FloorModal title="Not counted yet" onClose={onLeave}>
      <UnusualNote doubts={doubts} />
      <p>Put it back, or say why it is picked. The reason is kept.</p>
      <div className={classes.reasons}>
        <FloorButton look="main" onClick={onLeave}>
          Put it back
        </FloorButton>
        <ReasonButtons doubts={doubts} onReason={onReason} />
      </div>
    </FloorModal>
  )
}

export function UnusualNote({ doubts }: { doubts: readonly Doubt[] }) {
  return (
    <div className={floor.note} data-tone="act" role="alert">
      {doubts.map(({ kind, message }) => (
        <p className={floor.noteTitle} key={`${kind} ${message}`}>
          <IconAlertOctagon size={32} aria-hidden />
          <span>{message}</span>
        </p>
      ))}
    </div>
  )
}

export function ReasonButtons({ doubts, onReason }: Omit<UnusualDialogProps, 'onLeave'>) {
  return reasonsFor(doubts).map((reason) => (
    <FloorButton key={reason} look="aside" onClick={() => onReason(reason)}>
      {reason}
    </FloorButton>
  ))
}
