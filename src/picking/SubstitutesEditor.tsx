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
  /** Whose substitutes these are. */
  product: Product
  /** Those that it has now, as far as the device knows them. */
  now: readonly Product[]
  /** After a save or a clash: the device asks for what changed. */
  onChanged: () => Promise<void>
  onBack: () => void
  onClose: () => void
}

/** A290, A333: the substitutes of a product, on every order from now on. */
export function SubstitutesEditor(props: SubstitutesEditorProps) {
  const { now, onChanged, onBack, onClose } = props
  // As it was when the editor opened: a change of another person meanwhile is a clash. A refusal brings the new one.
  const [product, setProduct] = useState(props.product)
  const [isRefused, setRefused] = useState(false)
  if (isRefused && product !== props.product) setProduct(props.product)
  const { client } = useSignedIn()
  // The person's edits lie over the product's list. A product that is removed and added again becomes the last one.
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [added, setAdded] = useState<readonly Pick<Product, 'upc' | 'name'>[]>([])
  const kept = product.acceptable_substitutions.filter(({ upc }) => !removed.includes(upc))
  const chosen = [
    // One that the device does not know keeps its place and shows its code.
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
