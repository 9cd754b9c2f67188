import { type Line, nameOf } from '#contract/picking/lines.ts'
import { sellsLine, type Quantities } from '#contract/picking/substitutes.ts'
import { acceptableUpcs } from '#contract/picking/substitution.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState, type ReactNode } from 'react'
import classes from './dialogs.module.css'
import { ProductChoices } from './ProductChoices.tsx'
import { ProductSearch } from './ProductSearch.tsx'
import { fetchProduct } from './product-calls.ts'
import { SubstituteQuantities } from './SubstituteQuantities.tsx'
import { SubstitutesEditor } from './SubstitutesEditor.tsx'

interface SubstituteDialogProps {
  line: Line
  /** The items that the substitute may replace: one on a pick list, those of each order in a bulk scan. */
  items: readonly OrderItemRow[]
  /** The product that was scanned instead. The dialog then begins with its quantities. */
  scanned?: Product
  /**
   * Stores the substitute (A190 on the scan screen, A203 on a pick list). Resolves with why it could not be stored, or null.
   *
   * @param chosen how many of it each item gets, by item id, where it is sold in another unit
   */
  replace: (product: Product, chosen?: ReadonlyMap<string, Quantities>) => Promise<string | null>
  onClose: () => void
  /** The screen's own text in the dialog. */
  children?: ReactNode
}

/**
 * Asks for a substitute: an acceptable one, or any other product (A079, A203, A204). If it is sold in another unit, the
 * dialog also asks how many (A242).
 */
export default function SubstituteDialog(props: SubstituteDialogProps) {
  const { line, items, scanned, replace, onClose, children } = props
  const { engine, client, person } = useSignedIn()
  const reachable = useServerReachable()
  const upcs = acceptableUpcs(line)
  const known = useLiveQuery(
    async () => (await engine.db.products.bulkGet(upcs)).filter((product) => product !== undefined),
    [engine, upcs.join()],
  )
  const acceptable = known?.filter(({ active }) => active)
  const [product, setProduct] = useState<Product | null>(scanned ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isEditing, setEditing] = useState(false)
  const orders = items.map(({ order }) => order).join(', ')

  async function store(substitute: Product, chosen?: ReadonlyMap<string, Quantities>) {
    const why = await replace(substitute, chosen)
    setProblem(why)
    if (why === null) onClose()
  }

  function choose(next: Product) {
    if (sellsLine(items, next)) {
      void store(next)
      return
    }
    setProduct(next)
    // The server gives its stock and prices as they are now. Without it, the dialog uses those of the device.
    if (reachable)
      fetchProduct(client, next.upc).then(
        (now) => setProduct((before) => (before?.upc === now.upc ? now : before)),
        () => undefined,
      )
  }

  if (product)
    return (
      <SubstituteQuantities
        line={line}
        items={items}
        substitute={product}
        problem={problem}
        onConfirm={(chosen) => void store(product, chosen)}
        onBack={scanned ? onClose : () => setProduct(null)}
        onClose={onClose}
      >
        {children}
      </SubstituteQuantities>
    )
  if (isEditing && line.product)
    return (
      <SubstitutesEditor
        product={line.product}
        now={known ?? []}
        onChanged={() => engine.pullNow().catch(() => undefined)}
        onBack={() => setEditing(false)}
        onClose={onClose}
      />
    )
  return (
    <Modal size="floorWide" title="Acceptable substitutions" onClose={onClose}>
      {children}
      <p>
        Instead of <b>{nameOf(line)}</b>, order {orders}:
      </p>
      {acceptable?.length === 0 && (
        <p className={classes.quiet}>No acceptable substitutions are known for it.</p>
      )}
      {acceptable && acceptable.length > 0 && (
        <ProductChoices label="Acceptable substitutions" products={acceptable} onChoose={choose} />
      )}
      <ProductSearch label="Custom substitute" onChoose={choose} />
      <ErrorNote>{problem}</ErrorNote>
      {can(person, 'catalogue.write') && line.product && acceptable && (
        <ModalButtons>
          <Button size="floor" reason={!reachable && NEEDS_SERVER} onClick={() => setEditing(true)}>
            Edit substitutions
          </Button>
        </ModalButtons>
      )}
    </Modal>
  )
}
