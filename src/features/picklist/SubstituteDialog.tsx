import { firstOf, type Line, nameOf } from '#contract/picking/lines.ts'
import {
  chosenEnough,
  OTHER_UNIT_MESSAGE,
  OTHER_UNIT_NOTE,
  sellsInSameUnit,
  type Quantities,
} from '#contract/picking/substitutes.ts'
import type { Act } from '#contract/orders/acts.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { substitute } from '#contract/picking/list-acts.ts'
import classes from './dialogs.module.css'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { ProductChoices } from './ProductChoices.tsx'
import { ProductSearch } from './ProductSearch.tsx'
import { QuantityFields } from './QuantityFields.tsx'
import { fetchProduct } from './server-rows.ts'
import { SubstitutesEditor } from './SubstitutesEditor.tsx'
import { acceptableUpcs } from '#contract/picking/substitution.ts'

interface SubstituteDialogProps {
  row: Line
  db: LarderDatabase
  client: Client
  reachable: boolean
  /** Whether this person may change what stands for a product. */
  mayEdit: boolean
  /** After that: the device asks for what changed. */
  onEdited: () => Promise<void>
  /** Stores it; resolves with why it could not be, or null. */
  run: (act: Act | null) => Promise<string | null>
  onClose: () => void
}

/** A079, A203, A204: an acceptable substitute, or any other product; how many, where it is sold in another unit (A242). */
export default function SubstituteDialog({
  row,
  db,
  client,
  reachable,
  mayEdit,
  onEdited,
  run,
  onClose,
}: SubstituteDialogProps) {
  const upcs = acceptableUpcs(row)
  const known = useLiveQuery(
    async () => (await db.products.bulkGet(upcs)).filter((product) => product !== undefined),
    [db, upcs.join()],
  )
  const acceptable = known?.filter(({ active }) => active)
  const [chosen, setChosen] = useState<Product | null>(null)
  const [quantities, setQuantities] = useState<Quantities>({ units: 0, cases: 0 })
  const [problem, setProblem] = useState<string | null>(null)
  const [isEditing, setEditing] = useState(false)

  async function store(product: Product, anew?: Quantities) {
    const why = await run(substitute(row, product, anew))
    setProblem(why)
    if (why === null) onClose()
  }

  function choose(product: Product) {
    if (sellsInSameUnit(firstOf(row), product)) {
      void store(product)
      return
    }
    setChosen(product)
    setQuantities({ units: 0, cases: 0 })
    // A287: its stock and prices as they are now; without the server what the device knows will do.
    if (reachable)
      fetchProduct(client, product.upc).then(
        (now) => setChosen((before) => (before?.upc === now.upc ? now : before)),
        () => undefined,
      )
  }

  if (chosen)
    return (
      <Modal size="floor" title="Substitution quantities" onClose={onClose}>
        <p>{OTHER_UNIT_MESSAGE}</p>
        <ProductChoices
          label="Substitute"
          products={[chosen]}
          chosen={chosen.upc}
          onChoose={() => undefined}
        />
        <QuantityFields product={chosen} value={quantities} onChange={setQuantities} />
        <p className={classes.quiet}>{OTHER_UNIT_NOTE}</p>
        <ErrorNote>{problem}</ErrorNote>
        <ModalButtons>
          <Button size="floor" onClick={() => setChosen(null)}>
            Back
          </Button>
          <Button
            size="floor"
            kind="main"
            reason={!chosenEnough(quantities) && 'Choose how many first.'}
            onClick={() => void store(chosen, quantities)}
          >
            Confirm
          </Button>
        </ModalButtons>
      </Modal>
    )
  if (isEditing && row.product)
    return (
      <SubstitutesEditor
        product={row.product}
        now={known ?? []}
        client={client}
        onSaved={onEdited}
        onBack={() => setEditing(false)}
        onClose={onClose}
      />
    )
  return (
    <Modal size="floorWide" title="Acceptable substitutions" onClose={onClose}>
      <p>
        Instead of <b>{nameOf(row)}</b>, order {firstOf(row).order}:
      </p>
      {acceptable?.length === 0 && (
        <p className={classes.quiet}>No acceptable substitutions are known for it.</p>
      )}
      {acceptable && acceptable.length > 0 && (
        <ProductChoices label="Acceptable substitutions" products={acceptable} onChoose={choose} />
      )}
      <ProductSearch label="Custom substitute" onChoose={choose} />
      <ErrorNote>{problem}</ErrorNote>
      {mayEdit && row.product && acceptable && (
        <ModalButtons>
          <Button size="floor" reason={!reachable && NEEDS_SERVER} onClick={() => setEditing(true)}>
            Edit substitutions
          </Button>
        </ModalButtons>
      )}
    </Modal>
  )
}
