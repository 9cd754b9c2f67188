import { chosenEnough, OTHER_UNIT_MESSAGE, OTHER_UNIT_NOTE } from '#contract/orders/substitutes.ts'
import type { Product } from '#contract/products/schema.ts'
import { useState } from 'react'
import classes from './dialogs.module.css'
import floor from './floor.module.css'
import { FloorButton } from './FloorButton.tsx'
import { FloorModal } from './FloorModal.tsx'
import { nameOf, type Line } from './lines.ts'
import { QuantityField } from './QuantityField.tsx'
import { itemsToSwap } from './swap-and-link.ts'

interface SwapDialogProps {
  line: Line
  substitute: Product
  onSwap: (chosen: { units: number; cases: number }) => void
  onClose: () => void
}

/** A241–A243: how many of a substitute that is sold in another unit. */
export default function SwapDialog({ line, substitute, onSwap, onClose }: SwapDialogProps) {
  const [units, setUnits] = useState(0)
  const [cases, setCases] = useState(0)
  const item = itemsToSwap(line)[0] ?? line.items[0]!
  const field = (name: string, quantity: number, set: (quantity: number) => void, notSold: boolean) => (
    <QuantityField
      name={name}
      quantity={quantity}
      ordered={name === 'Units' ? item.units_ordered : item.cases_ordered}
      free
      reason={notSold ? `It is not sold in ${name.toLowerCase()}.` : null}
      onSet={set}
      onStep={(by) => set(Math.max(0, quantity + by))}
    />
  )
  return (
    <FloorModal title={`Swap ${nameOf(line)}`} onClose={onClose}>
      <p>{OTHER_UNIT_MESSAGE}</p>
      <p>
        <b>{substitute.name}</b> · {substitute.unit_type} · {substitute.units_per_case} per case
      </p>
      {field('Units', units, setUnits, substitute.unit_type === 'Case')}
      {field('Cases', cases, setCases, substitute.unit_type === 'Unit')}
      <p className={floor.meta}>{OTHER_UNIT_NOTE}</p>
      <div className={classes.buttons}>
        <FloorButton onClick={onClose}>Cancel</FloorButton>
        <FloorButton
          look="main"
          reason={!chosenEnough({ units, cases }) && 'Choose how many first.'}
          onClick={() => onSwap({ units, cases })}
        >
          Confirm
        </FloorButton>
      </div>
    </FloorModal>
  )
}
