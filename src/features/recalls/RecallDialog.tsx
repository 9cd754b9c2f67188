import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { BigButton, BigModal } from '#src/ui/BigModal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { TextInput } from '@mantine/core'
import { useState, type ComponentType } from 'react'
import classes from './recalls.module.css'

/** Finds a product by what is typed. */
export type ProductPicker = ComponentType<{
  label: string
  db: LarderDatabase
  client: Client
  reachable: boolean
  chosen: string | null
  onChoose: (product: Product) => void
}>

interface RecallDialogProps {
  db: LarderDatabase
  client: Client
  Search: ProductPicker
  /** Rejects with what the server said. */
  recall: (lot: { product: string; lot_code: string; note: string }) => Promise<void>
  onClose: () => void
}

/** Which lot of which product must not go out any more, and why. */
export default function RecallDialog({ db, client, Search, recall, onClose }: RecallDialogProps) {
  const [product, setProduct] = useState<Product | null>(null)
  const [lot, setLot] = useState('')
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const missing = !product ? 'Choose a product.' : lot.trim() === '' && 'Type the lot as the label has it.'

  async function save() {
    if (!product || busy) return
    setBusy(true)
    setProblem(null)
    try {
      await recall({ product: product.upc, lot_code: lot, note: note.trim() })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <BigModal title="Recall a lot" onClose={onClose} wide>
      <Search
        label="Product"
        db={db}
        client={client}
        reachable
        chosen={product?.upc ?? null}
        onChoose={setProduct}
      />
      {product && (
        <p role="status">
          Chosen: <b>{product.name}</b>
        </p>
      )}
      <div className={classes.fields}>
        <TextInput
          label="Lot"
          size="lg"
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          value={lot}
          onChange={(event) => setLot(event.currentTarget.value)}
        />
        <TextInput
          label="Reason"
          size="lg"
          maxLength={500}
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <ErrorNote>{problem}</ErrorNote>
      {missing && <p className={classes.quiet}>{missing}</p>}
      <div className={classes.buttons}>
        <BigButton onClick={onClose}>Cancel</BigButton>
        <BigButton main reason={busy ? 'Saving' : missing} onClick={() => void save()}>
          Recall
        </BigButton>
      </div>
    </BigModal>
  )
}
