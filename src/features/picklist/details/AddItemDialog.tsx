import type { Act } from '#contract/orders/acts.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Suspense, useMemo, useState, type ComponentType } from 'react'
import { addItem } from '#contract/picking/list-acts.ts'
import type { Quantities } from '#contract/picking/substitutes.ts'
import { addItemProblem } from '#contract/picking/add-item-rules.ts'
import classes from '#src/picking/dialogs.module.css'
import picking from '#src/picking/picking.module.css'
import { Button } from '#src/ui/Button.tsx'
import { FloorButtons, Modal } from '#src/ui/Modal.tsx'
import { ProductSearch } from '#src/picking/ProductSearch.tsx'
import { QuantityFields } from './QuantityFields.tsx'
import type { PickerProps } from '../screen-props.ts'

interface AddItemDialogProps {
  /** The orders of the list that are not locked. */
  orders: readonly OrderRow[]
  reachable: boolean
  newId: () => string
  run: (act: Act | null) => Promise<string | null>
  Picker: ComponentType<PickerProps>
  onClose: () => void
}

/** A238–A240: a product, an order of the list, and how many. */
export default function AddItemDialog(props: AddItemDialogProps) {
  const { orders, reachable, newId, run, Picker, onClose } = props
  const [product, setProduct] = useState<Product | null>(null)
  const [order, setOrder] = useState<number | null>(orders.length === 1 ? orders[0]!.id : null)
  const [quantities, setQuantities] = useState<Quantities>({ units: 0, cases: 0 })
  const [problem, setProblem] = useState<string | null>(null)
  const [isStoring, setStoring] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const missing = addItemProblem({ product, order, ...quantities })
  // Confirmed again after a lost answer, it is the same item.
  const act = useMemo(
    () => (product && order !== null ? addItem({ order, product, ...quantities }, newId) : null),
    [product, order, quantities, newId],
  )

  function choose(next: Product) {
    setProduct(next)
    setQuantities(({ units, cases }) => ({
      units: next.unit_type === 'Case' ? 0 : units,
      cases: next.unit_type === 'Unit' ? 0 : cases,
    }))
  }

  async function confirm() {
    if (!act) return
    setStoring(true)
    const why = await run(act)
    setProblem(why)
    if (why === null) onClose()
    else setStoring(false)
  }

  return (
    <Modal size="floorWide" title="Add New Item" onClose={onClose} isBusy={isStoring}>
      <ProductSearch label="Product" chosen={product?.upc ?? null} onChoose={choose} />
      <Button size="floor" reason={!reachable && NEEDS_SERVER} onClick={() => setPicking(true)}>
        Browse products
      </Button>
      {product && (
        <p role="status">
          Chosen: <b>{product.name}</b> ({product.unit_type})
        </p>
      )}
      <OrderField orders={orders} order={order} onOrder={setOrder} />
      <QuantityFields
        product={product ?? { unit_type: 'Unit / Case' }}
        value={quantities}
        onChange={setQuantities}
      />
      <ErrorNote>{problem}</ErrorNote>
      {missing && <p className={classes.quiet}>{missing}</p>}
      <FloorButtons
        onBack={onClose}
        act="Confirm"
        reason={missing ?? (isStoring && 'Adding it')}
        onAct={() => void confirm()}
      />
      <Suspense>
        {isPicking && (
          <Picker
            title="Choose a product"
            onChoose={(found) => {
              choose(found)
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </Modal>
  )
}

interface OrderFieldProps {
  orders: readonly OrderRow[]
  order: number | null
  onOrder: (order: number | null) => void
}

function OrderField({ orders, order, onOrder }: OrderFieldProps) {
  return (
    <label className={picking.field}>
      Order
      <select
        className={picking.text}
        value={order ?? ''}
        onChange={(event) => onOrder(Number(event.currentTarget.value) || null)}
      >
        <option value="">Choose an order</option>
        {orders.map(({ id, company_location }) => (
          <option key={id} value={id}>
            {id} · {company_location.name}
          </option>
        ))}
      </select>
    </label>
  )
}
