import type { Product } from '#contract/products/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { errorText } from '#src/api/errors.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './dialogs.module.css'
import { Button } from '#src/ui/Button.tsx'
import { CancelButton, Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { ProductSearch } from './ProductSearch.tsx'
import { saveSubstitutes } from './product-calls.ts'

interface SubstitutesEditorProps {
  /** Whose substitutes these are. */
  product: Product
  /** Those that it has now, as far as the device knows them. */
  now: readonly Product[]
  /** After a save: the device asks for what changed. */
  onSaved: () => Promise<void>
  onBack: () => void
  onClose: () => void
}

/** A290, A333: what may stand for a product, on every order from now on. */
export function SubstitutesEditor(props: SubstitutesEditorProps) {
  const { now, onSaved, onBack, onClose } = props
  // As it was when the editor opened: what another person changes meanwhile is a clash.
  const [product] = useState(props.product)
  const { client } = useSignedIn()
  // One that the device does not know keeps its place and shows its code.
  const [chosen, setChosen] = useState(() =>
    product.acceptable_substitutions.map(({ upc }) => ({
      upc,
      name: now.find((one) => one.upc === upc)?.name ?? `Product ${upc}`,
    })),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  function add({ upc, name }: Product) {
    if (upc === product.upc) return setProblem('A product cannot stand for itself.')
    setProblem(null)
    setChosen((all) => (all.some((one) => one.upc === upc) ? all : [...all, { upc, name }]))
  }
  async function save() {
    setBusy(true)
    setProblem(null)
    try {
      await saveSubstitutes(
        client,
        product.upc,
        chosen.map(({ upc }) => upc),
        product.acceptable_substitutions.map(({ upc }) => upc),
      )
      await onSaved()
      onBack()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <Modal size="floorWide" title="Edit substitutions" onClose={onClose} isBusy={busy}>
      <p>
        May stand for <b>{product.name}</b> on any order, the first one offered first:
      </p>
      {chosen.length === 0 && <p className={classes.quiet}>Nothing yet.</p>}
      <ul className={classes.choices} aria-label="Substitutes">
        {chosen.map(({ upc, name }) => (
          <li key={upc} className={classes.chosen}>
            <span>{name}</span>
            <Button
              size="floor"
              label={`Remove ${name}`}
              onClick={() => setChosen((all) => all.filter((one) => one.upc !== upc))}
            >
              <IconTrash size={24} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <ProductSearch label="Add a substitute" onChoose={add} />
      <ErrorNote>{problem}</ErrorNote>
      <ModalButtons>
        <CancelButton size="floor" onClick={onBack}>
          Back
        </CancelButton>
        <Button size="floor" kind="main" reason={busy && 'Saving'} onClick={() => void save()}>
          Save
        </Button>
      </ModalButtons>
    </Modal>
  )
}
