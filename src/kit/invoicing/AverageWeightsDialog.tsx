import type { ProductWithoutAverage } from '#contract/invoices/blockers.ts'
import { isWeight } from '#contract/products/prices.ts'
import type { UnitType } from '#contract/values.ts'
import { errorText } from '#src/api/errors.ts'
import { changeProduct, PRODUCTS_CHANGED } from '#src/queries/products.ts'
import { decimalOf } from '#src/ui/inputs/decimal.ts'
import form from '#src/ui/form.module.css'
import { WeightInput } from '#src/ui/inputs/WeightInput.tsx'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { useState } from 'react'
import { useCall } from '../form/use-save.tsx'

const FIELD = { u: 'average_unit_weight', c: 'average_case_weight' } as const
const NOUN: Record<UnitType, string> = { u: 'unit', c: 'case' }

interface AverageWeightsDialogProps {
  products: readonly ProductWithoutAverage[]
  /** They are stored with their products. */
  onStored: () => void
  onBack: () => void
}

/** Asks for the average weights without which an order cannot be billed, and stores them (readings, "No average weight"). */
export default function AverageWeightsDialog({ products, onStored, onBack }: AverageWeightsDialogProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const fields = products.flatMap(({ upc, name, types }) =>
    types.map((type) => ({ key: `${upc} ${type}`, upc, type, label: `One ${NOUN[type]} of ${name}, lb` })),
  )
  const weightOf = (key: string) => decimalOf(typed[key] ?? '')
  const store = useCall({
    async call(client) {
      for (const { key, upc, type } of fields)
        await changeProduct(client, upc, { [FIELD[type]]: weightOf(key) })
    },
    invalidates: PRODUCTS_CHANGED,
  })

  return (
    <SaveDialog
      stays
      title="Enter average weights"
      act="Save and go on"
      reason={!fields.every(({ key }) => isWeight(weightOf(key))) && 'Enter each weight.'}
      save={() => store()}
      explain={errorText}
      onSaved={onStored}
      onBack={onBack}
    >
      <div className={form.fields}>
        <p>
          A piece that nobody weighed is billed by the average weight of its product. It is stored with the
          product.
        </p>
        {fields.map(({ key, label }) => (
          <WeightInput
            key={key}
            label={label}
            value={typed[key] ?? ''}
            onChange={(text) => setTyped({ ...typed, [key]: text })}
          />
        ))}
      </div>
    </SaveDialog>
  )
}
