import type { Line } from '#contract/picking/lines.ts'
import {
  chosenEnough,
  OTHER_UNIT_MESSAGE,
  OTHER_UNIT_NOTE,
  type Quantities,
} from '#contract/picking/substitutes.ts'
import { nameOf } from '#contract/picking/lines.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { FloorButtons, Modal } from '#src/ui/Modal.tsx'
import { useState, type ReactNode } from 'react'
import classes from './dialogs.module.css'
import { ProductFacts } from './ProductChoices.tsx'
import { QuantityField } from './QuantityField.tsx'

interface SubstituteQuantitiesProps {
  line: Line
  /** The items that the substitute may replace. One that is given no quantity keeps what it has. */
  items: readonly OrderItemRow[]
  substitute: Product
  /** Why the last press of Confirm stored nothing, or null. */
  problem: string | null
  /** @param chosen how many units and cases of the substitute each item gets, by item id */
  onConfirm: (chosen: ReadonlyMap<string, Quantities>) => void
  onBack: () => void
  onClose: () => void
  children?: ReactNode
}

/** A241–A243: asks how many of a substitute that is sold in another unit; in a bulk pull for each order. */
export function SubstituteQuantities(props: SubstituteQuantitiesProps) {
  const { line, items, substitute, problem, onConfirm, onBack, onClose, children } = props
  const [chosen, setChosen] = useState<ReadonlyMap<string, Quantities>>(new Map())
  const isChosen = items.some(({ id }) => chosenEnough(chosen.get(id) ?? { units: 0, cases: 0 }))
  return (
    <Modal size="floor" title="Substitution quantities" onClose={onClose}>
      {children}
      <p>{OTHER_UNIT_MESSAGE}</p>
      <p>
        Instead of <b>{nameOf(line)}</b>:
      </p>
      <ProductFacts product={substitute} />
      {items.map((item) => (
        <Amounts
          key={item.id}
          item={item}
          substitute={substitute}
          isOneOfSeveral={items.length > 1}
          onChange={(quantities) => setChosen((before) => new Map([...before, [item.id, quantities]]))}
        />
      ))}
      {items.length > 1 && <p className={classes.quiet}>An order without a quantity keeps what it has.</p>}
      <p className={classes.quiet}>{OTHER_UNIT_NOTE}</p>
      <ErrorNote>{problem}</ErrorNote>
      <FloorButtons
        back="Back"
        onBack={onBack}
        act="Confirm"
        reason={!isChosen && 'Choose how many first.'}
        onAct={() => onConfirm(chosen)}
      />
    </Modal>
  )
}

interface AmountsProps {
  item: OrderItemRow
  substitute: Product
  /** Whether other orders are asked about too. Then the fields name their order. */
  isOneOfSeveral: boolean
  onChange: (quantities: Quantities) => void
}

/** How many units and cases of the substitute one order gets. */
function Amounts({ item, substitute, isOneOfSeveral, onChange }: AmountsProps) {
  const [quantities, setQuantities] = useState<Quantities>({ units: 0, cases: 0 })
  function set(part: Partial<Quantities>) {
    const next = { ...quantities, ...part }
    setQuantities(next)
    onChange(next)
  }
  const field = (key: keyof Quantities, name: string, ordered: number, notSold: boolean) => (
    <QuantityField
      name={name}
      quantity={quantities[key]}
      ordered={ordered}
      isOfSubstitute
      reason={notSold ? `It is not sold in ${key}.` : null}
      onSet={(quantity) => set({ [key]: quantity })}
      onStep={(by) => set({ [key]: Math.max(0, quantities[key] + by) })}
    />
  )
  const title = `Order ${item.order}`
  return (
    <section className={classes.order} aria-label={title}>
      {isOneOfSeveral && <h3>{title}</h3>}
      {field('units', 'Units', item.units_ordered, substitute.unit_type === 'Case')}
      {field('cases', 'Cases', item.cases_ordered, substitute.unit_type === 'Unit')}
    </section>
  )
}
