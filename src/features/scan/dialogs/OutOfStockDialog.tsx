import { OUT_OF_STOCK_REASONS } from '#contract/picking/list-acts.ts'
import { nameOf, type Line } from '#contract/picking/lines.ts'
import picking from '#src/picking/picking.module.css'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import type { ScanSession } from '../session/index.ts'
import { AnswerFirst } from './IgnoredScan.tsx'

interface OutOfStockDialogProps {
  session: ScanSession
  line: Line
  onClose: () => void
}

/** A199 on the scan screen: asks why nothing of an item is there, with a button for each answer. */
export default function OutOfStockDialog({ session, line, onClose }: OutOfStockDialogProps) {
  return (
    <Modal size="floor" title="Out of Stock" onClose={onClose}>
      <AnswerFirst session={session} />
      <p>
        Why is <b>{nameOf(line)}</b> out of stock? What was picked of it goes back.
      </p>
      <div className={picking.reasons}>
        {OUT_OF_STOCK_REASONS.map((reason) => (
          <Button
            size="floor"
            key={reason}
            onClick={() => {
              onClose()
              void session.outOfStock(line.id, reason)
            }}
          >
            {reason}
          </Button>
        ))}
        <Button size="floor" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  )
}
