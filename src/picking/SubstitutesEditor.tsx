import type { Product } from '#contract/products/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './dialogs.module.css'
import { Button } from '#src/ui/Button.tsx'
import { FloorButtons, Modal } from '#src/ui/Modal.tsx'
import { ProductSearch } from './ProductSearch.tsx'
import { saveSubstitutes } from './product-calls.ts'

interface SubstitutesEditorProps {
  /** The product that has the substitutes. */
  product: Product
  /** Its present substitutes that the device knows. */
  now: readonly Product[]
  /** Called after a save or a clash. Resolves when the device has asked for the change. */
  onChanged: () => Promise<void>
  onBack: () => void
  onClose: () => void
}

/** A290, A333: changes the acceptable substitutes of a product, for every order from now on. */
export function SubstitutesEditor(props: SubstitutesEditorProps) {
  const { now, onChanged, onBack, onClose } = props
  // The product as it was when the editor opened: another person's change meanwhile is a clash. After a refusal it is
  // the product as it is now.
  const [product, setProduct] = useState(props.product)
  const [isRefused, setRefused] = useState(false)
  if (isRefused && product !== props.product) setProduct(props.product)
  const { client } = useSignedIn()
  // What the person changed of the product's list. A product that is removed and added again becomes the last one.
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [added, setAdded] = useState<readonly Pick<Product, 'upc' | 'name'>[]>([])
  const kept = product.acceptable_substitutions.filter(({ upc }) => !removed.includes(upc))
  const chosen = [
    // A substitute that the device does not know keeps its place and shows its code.
    ...kept.map(({ upc }) => ({
      upc,
      name: now.find((one) => one.upc === upc)?.name ?? `Product ${upc}`,
    })),
    ...added.filter(({ upc }) => !kept.some((one) => one.upc === upc)),
  ]
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  function add({ upc, name }: Product) {
    if (upc === product.upc) return setProblem('A product cannot stand for itself.')
    setProblem(null)
    if (!chosen.some((one) => one.upc === upc)) setAdded((all) => [...all, { upc, name }])
  }
  function remove(upc: string) {
    setRemoved((all) => [...all, upc])
    setAdded((all) => all.filter((one) => one.upc !== upc))
  }
  async function save() {
    setRefused(false)
    setBusy(true)
    setProblem(null)
    try {
      await saveSubstitutes(
        client,
        product.upc,
        chosen.map(({ upc }) => upc),
        product.acceptable_substitutions.map(({ upc }) => upc),
      )
      await onChanged()
      onBack()
    } catch (error) {
      const isClash = error instanceof ApiError && error.status === 409
      if (isClash) await onChanged()
      setRefused(isClash)
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
            <Button size="floor" label={`Remove ${name}`} onClick={() => remove(upc)}>
              <IconTrash size={24} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <ProductSearch label="Add a substitute" onChoose={add} />
      <ErrorNote>{problem}</ErrorNote>
      <FloorButtons
        back="Back"
        onBack={onBack}
        act="Save"
        reason={busy && 'Saving'}
        onAct={() => void save()}
      />
    </Modal>
  )
}
