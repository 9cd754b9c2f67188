import type { FeeKind, FeeType } from '#contract/fees/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { DecimalInput } from '#src/ui/inputs/DecimalInput.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { NativeSelect } from '@mantine/core'
import { Suspense, useEffect, useState, type ComponentType } from 'react'
import {
  CUSTOMER_FEE_TYPES,
  EMPTY_FEE,
  isNoted,
  missingOfFee,
  type FeeProduct,
  type Mode,
  type NewFee,
} from './customer-fees.ts'
import { amountRule } from './amounts.ts'
import { FEE_METHODS, INCOMPLETE } from './margin-rows.ts'
import type { MarginChoice } from './MarginFields.tsx'
import classes from './margins.module.css'

/** The dialog that chooses a product. It belongs to another feature, and the route passes it in. */
export type ProductChooser = ComponentType<{
  title: string
  onChoose: (product: FeeProduct) => void
  onClose: () => void
}>

interface AddCustomerFeeProps {
  mode: Mode
  warehouses: readonly MarginChoice[]
  Picker: ProductChooser
  onAdd: (fee: NewFee & { type: FeeType }) => void
  /** Whether something is typed that is not added. */
  onTyping: (isTyping: boolean) => void
}

/** C153, C234, C235: the form that adds a margin or a surcharge to a customer's location. */
export function AddCustomerFee({ mode, warehouses, Picker, onAdd, onTyping }: AddCustomerFeeProps) {
  const [fee, setFee] = useState(EMPTY_FEE)
  const [isChoosing, setChoosing] = useState(false)
  const change = (part: Partial<NewFee>) => setFee({ ...fee, ...part })
  // What the fee is for belongs to its mode. What is typed stays: the person may only look at the other list.
  const [shownMode, setShownMode] = useState(mode)
  if (shownMode !== mode) {
    setShownMode(mode)
    change({ product: null, warehouseId: null })
  }
  const isTyping = fee.amount !== '' || fee.description !== ''
  useEffect(() => onTyping(isTyping), [onTyping, isTyping])
  const missing = missingOfFee(fee, mode)
  const isPerProduct = mode === 'Per Product'

  function add() {
    if (fee.type === '') return
    onAdd({ ...fee, type: fee.type, product: isPerProduct ? fee.product : null })
    setFee(EMPTY_FEE)
  }

  return (
    <section className={classes.card} aria-label="Add a fee">
      <h2>Add a margin or a surcharge</h2>
      <NewFeeFields
        fee={fee}
        isPerProduct={isPerProduct}
        warehouses={warehouses}
        onChange={change}
        onChoose={() => setChoosing(true)}
      />
      {isNoted(fee, mode) && (
        <p className={classes.note} role="status">
          {INCOMPLETE}
        </p>
      )}
      <div className={classes.buttons}>
        <Button reason={missing} onClick={add}>
          Add Margin/Surcharge
        </Button>
      </div>
      <Suspense>
        {isChoosing && (
          <Picker
            title="Choose a product"
            onChoose={(product) => {
              change({ product })
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

interface NewFeeFieldsProps {
  fee: NewFee
  isPerProduct: boolean
  warehouses: readonly MarginChoice[]
  onChange: (part: Partial<NewFee>) => void
  /** Opens the choice of a product. */
  onChoose: () => void
}

function NewFeeFields({ fee, isPerProduct, warehouses, onChange, onChoose }: NewFeeFieldsProps) {
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Fee type"
        size="md"
        value={fee.kind}
        data={CUSTOMER_FEE_TYPES.map((one) => ({ ...one }))}
        onChange={({ currentTarget: { value } }) => onChange({ kind: value as FeeKind })}
      />
      {isPerProduct && (
        <div className={classes.product}>
          <span>{fee.product ? fee.product.name : 'No product yet'}</span>
          <Button onClick={onChoose}>Choose product</Button>
        </div>
      )}
      <NativeSelect
        label="Type"
        size="md"
        value={fee.type}
        data={[{ value: '', label: 'Choose a type' }, ...FEE_METHODS.map((one) => ({ ...one }))]}
        onChange={({ currentTarget: { value } }) => onChange({ type: value as NewFee['type'] })}
      />
      <DecimalInput
        label="Amount"
        rule={amountRule({ kind: fee.kind, type: fee.type || 'f' })}
        value={fee.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <LineInput
        label="Description"
        maxLength={500}
        value={fee.description}
        onChange={(description) => onChange({ description })}
      />
      <NativeSelect
        label="Warehouse"
        size="md"
        value={String(fee.warehouseId ?? '')}
        data={[
          { value: '', label: isPerProduct ? 'Any warehouse' : 'Choose a warehouse' },
          ...warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ warehouseId: value === '' ? null : Number(value) })
        }
      />
    </div>
  )
}
