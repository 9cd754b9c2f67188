import { OUT_OF_STOCK_REASONS } from '#contract/picking/list-acts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import picking from '#src/picking/picking.module.css'

interface OutOfStockDialogProps {
  name: string
  /** What the picker tapped: the item is out of stock, and this is why. */
  onReason: (reason: string) => void
  onClose: () => void
}

/** A199 on the scan screen: one tap says why nothing of an item is there. */
export default function OutOfStockDialog({ name, onReason, onClose }: OutOfStockDialogProps) {
  return (
    <Modal size="floor" title="Out of Stock" onClose={onClose}>
      <p>
        Why is <b>{name}</b> out of stock? What was picked of it goes back.
      </p>
      <div className={picking.reasons}>
        {OUT_OF_STOCK_REASONS.map((reason) => (
          <Button size="floor" key={reason} onClick={() => onReason(reason)}>
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
