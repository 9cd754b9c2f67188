import { Button } from '#src/ui/Button.tsx'
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { amountFieldProblem } from './amounts.ts'
import { INCOMPLETE, type FeeBase } from './margin-rows.ts'
import { MarginFields, type MarginChoice, type MarginValues } from './MarginFields.tsx'
import classes from './margins.module.css'

interface AddMarginProps {
  base: FeeBase
  price: string
  warehouses: readonly MarginChoice[]
  locations: readonly MarginChoice[]
  onAdd: (typed: MarginValues & { company_location: number | null }) => void
  /** Whether something is typed that is not added. */
  onTyping: (isTyping: boolean) => void
}

const EMPTY: MarginValues = { kind: 'margin', type: '%', amount: '', description: '', warehouseId: null }

/** C069, C153: the form that adds a margin; a surcharge is none of a product. */
export function AddMargin({ base, price, warehouses, locations, onAdd, onTyping }: AddMarginProps) {
  const [values, setValues] = useState(EMPTY)
  const [location, setLocation] = useState<number | null>(null)
  const isTyping = values.amount !== '' || values.description !== ''
  useEffect(() => onTyping(isTyping), [onTyping, isTyping])
  const isPerLocation = base === 1
  const missing =
    amountFieldProblem(values) !== null
      ? 'Type an amount such as 12.50.'
      : isPerLocation && location === null && 'Choose a customer location.'

  function add() {
    onAdd({ ...values, company_location: isPerLocation ? location : null })
    setValues({ ...EMPTY, type: values.type, warehouseId: values.warehouseId })
  }

  return (
    <section className={classes.card} aria-label="Add a margin">
      <h2>Add a margin</h2>
      <div className={classes.fields}>
        <NativeSelect label="Fee type" size="md" data={[{ value: 'margin', label: 'Margin' }]} />
        {isPerLocation && (
          <NativeSelect
            label="Customer Location"
            size="md"
            value={String(location ?? '')}
            data={[
              { value: '', label: 'Choose a customer location' },
              ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) =>
              setLocation(currentTarget.value === '' ? null : Number(currentTarget.value))
            }
          />
        )}
        <MarginFields
          values={values}
          price={price}
          warehouses={warehouses}
          onChange={(part) => setValues({ ...values, ...part })}
        />
      </div>
      {values.amount !== '' && (
        <p className={classes.note} role="status">
          {missing ? INCOMPLETE : 'Add this margin to the list, then save.'}
        </p>
      )}
      <div className={classes.buttons}>
        <Button reason={missing} onClick={add}>
          Add Margin
        </Button>
      </div>
    </section>
  )
}
