import type { Doubt } from '#contract/orders/doubts.ts'
import picking from '#src/picking/picking.module.css'
import { ReasonButtons, UnusualNote } from '#src/picking/Unusual.tsx'
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
      <div className={picking.reasons}>
        <FloorButton look="main" onClick={onLeave}>
          Put it back
        </FloorButton>
        <ReasonButtons doubts={doubts} onReason={onReason} />
      </div>
    </FloorModal>
  )
}
