import { OTHER_UNIT_NOTE } from '#contract/picking/substitutes.ts'
import type { Product } from '#contract/products/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { useState } from 'react'
import classes from './dialogs.module.css'

/** A product, and how much of it is ordered. */
interface Side {
  /** Undefined where this device does not know it. */
  product: Product | undefined
  upc: string
  units: number
  cases: number
}

interface SubstitutionInformationProps {
  original: Side
  replacement: Side
  onClose: () => void
  /**
   * Puts the original product back, on a screen that can. `reason` says why the button cannot be pressed, or is null.
   * `act` resolves to why nothing was stored, or null.
   */
  revert?: { reason: string | null; act: () => Promise<string | null> }
}

/** A081, A082: shows what was ordered and what replaces it. On the pick list the original can be put back (A205). */
export default function SubstitutionInformation(props: SubstitutionInformationProps) {
  const { original, replacement, onClose, revert } = props
  const [problem, setProblem] = useState<string | null>(null)
  const isOtherUnit =
    original.product && replacement.product && original.product.unit_type !== replacement.product.unit_type

  async function goBack(act: () => Promise<string | null>) {
    const why = await act()
    setProblem(why)
    if (why === null) onClose()
  }

  return (
    <Modal size="floor" title="Substitution Information" onClose={onClose}>
      <Ordered label="Original product" {...original} />
      <Ordered label="Replaced by" {...replacement} />
      {isOtherUnit && <p className={classes.quiet}>{OTHER_UNIT_NOTE}</p>}
      <ErrorNote>{problem}</ErrorNote>
      <ModalButtons>
        <Button size="floor" kind={revert ? 'plain' : 'main'} onClick={onClose}>
          Close
        </Button>
        {revert && (
          <Button size="floor" kind="main" reason={revert.reason} onClick={() => void goBack(revert.act)}>
            Revert to original
          </Button>
        )}
      </ModalButtons>
    </Modal>
  )
}

function Ordered({ label, product, upc, units, cases }: Side & { label: string }) {
  const amounts = [units > 0 && plural(units, 'unit'), cases > 0 && plural(cases, 'case')].filter(Boolean)
  return (
    <div>
      <h3 className={classes.label}>{label}</h3>
      <p>
        <b>{product?.name ?? (upc ? `Product ${upc}` : 'Not known on this device')}</b>
      </p>
      <p className={classes.quiet}>{[product?.unit_type, amounts.join(', ')].filter(Boolean).join(' · ')}</p>
    </div>
  )
}
