import type { Product } from '#contract/products/schema.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { ProductSearch } from '#src/picking/ProductSearch.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { CancelButton, Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { useState } from 'react'
import type { Recall } from './queries.ts'
import classes from './recalls.module.css'

interface RecallDialogProps {
  /** Rejects with what the server said. */
  recall: (lot: Recall) => Promise<unknown>
  onClose: () => void
}

/** Which lot of which product must not go out any more, and why. */
export default function RecallDialog({ recall, onClose }: RecallDialogProps) {
  const [product, setProduct] = useState<Product | null>(null)
  const [lot, setLot] = useState('')
  const [note, setNote] = useState('')
  const { press, isBusy, problem } = usePress()
  const missing = !product ? 'Choose a product.' : lot.trim() === '' && 'Type the lot as the label has it.'

  async function save() {
    if (!product || isBusy) return
    await press(async () => {
      await recall({ product: product.upc, lot_code: lot, note: note.trim() })
      onClose()
    })
  }

  return (
    <Modal title="Recall a lot" onClose={onClose} isBusy={isBusy} size="wide">
      <ProductSearch label="Product" chosen={product?.upc ?? null} onChoose={setProduct} />
      {product && (
        <p role="status">
          Chosen: <b>{product.name}</b>
        </p>
      )}
      <div className={classes.fields}>
        <LineInput label="Lot" maxLength={64} spellCheck={false} value={lot} onChange={setLot} />
        <LineInput label="Reason" maxLength={500} value={note} onChange={setNote} />
      </div>
      <ErrorNote>{problem}</ErrorNote>
      <ModalButtons>
        <CancelButton onClick={onClose} />
        <Button kind="main" reason={missing} isBusy={isBusy} onClick={() => void save()}>
          Recall
        </Button>
      </ModalButtons>
    </Modal>
  )
}
