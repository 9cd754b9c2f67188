import type { Doubt } from '#contract/orders/doubts.ts'
import picking from '#src/picking/picking.module.css'
import { ReasonButtons, UnusualNote } from '#src/picking/Unusual.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { ScanSession } from '../session/index.ts'
import { IgnoredScan } from './IgnoredScan.tsx'

interface UnusualDialogProps {
  doubts: readonly Doubt[]
  session: ScanSession
  onLeave: () => void
  onReason: (reason: string) => void
}

/** Asks about an unusual piece: the picker puts it back, or says with one tap why it is taken all the same. */
export default function UnusualDialog({ session, doubts, onLeave, onReason }: UnusualDialogProps) {
  return (
    <Modal size="floor" title="Not counted yet" onClose={onLeave}>
      <IgnoredScan session={session} />
      <UnusualNote doubts={doubts} />
      <p>Put it back, or say why it is picked. The reason is kept.</p>
      <div className={picking.reasons}>
        <Button size="floor" kind="main" onClick={onLeave}>
          Put it back
        </Button>
        <ReasonButtons doubts={doubts} onReason={onReason} />
      </div>
    </Modal>
  )
}
