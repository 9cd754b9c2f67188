import { firstOf, type Line } from '#contract/picking/lines.ts'
import { OTHER_UNIT_NOTE } from '#contract/picking/substitutes.ts'
import type { Act } from '#contract/orders/acts.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { useState } from 'react'
import classes from '#src/picking/dialogs.module.css'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { orderedLine, revert } from '#contract/picking/substitution.ts'

interface SubstitutionInformationProps {
  row: Line
  /** Of the list: after a swap another line says what was ordered. */
  items: readonly OrderItemRow[]
  /** Why it cannot be reverted now, or null. */
  reason: string | null
  run: (act: Act | null) => Promise<string | null>
  onClose: () => void
}

/** A081, A082, A205: what was ordered, what replaces it, and the way back. */
export default function SubstitutionInformation({
  row,
  items,
  reason,
  run,
  onClose,
}: SubstitutionInformationProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const item = firstOf(row)
  const ordered = orderedLine(item, items)
  const otherUnit = row.original && row.product && row.original.unit_type !== row.product.unit_type

  async function goBack() {
    const why = await run(revert(row, items))
    setProblem(why)
    if (why === null) onClose()
  }

  return (
    <Modal size="floor" title="Substitution Information" onClose={onClose}>
      <Side
        label="Original product"
        product={row.original}
        upc={item.original_product ?? ''}
        units={ordered.units_originally_ordered}
        cases={ordered.cases_originally_ordered}
      />
      <Side
        label="Replaced by"
        product={row.product}
        upc={item.product}
        units={item.units_ordered}
        cases={item.cases_ordered}
      />
      {otherUnit && <p className={classes.quiet}>{OTHER_UNIT_NOTE}</p>}
      <ErrorNote>{problem}</ErrorNote>
      <ModalButtons>
        <Button size="floor" onClick={onClose}>
          Close
        </Button>
        <Button size="floor" kind="main" reason={reason} onClick={() => void goBack()}>
          Revert to original
        </Button>
      </ModalButtons>
    </Modal>
  )
}

interface SideProps {
  label: string
  product: Product | undefined
  upc: string
  units: number
  cases: number
}

function Side({ label, product, upc, units, cases }: SideProps) {
  return (
    <div>
      <h3 className={classes.label}>{label}</h3>
      <p>
        <b>{product?.name ?? `Product ${upc}`}</b>
      </p>
      <p className={classes.quiet}>
        {[product?.unit_type, plural(units, 'unit'), plural(cases, 'case')].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
