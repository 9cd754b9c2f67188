import { amountFor } from '#contract/fees/prices.ts'
import type { FeeType } from '#contract/fees/schema.ts'
import { DecimalInput } from '#src/ui/inputs/DecimalInput.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { MoneyInput } from '#src/ui/inputs/MoneyInput.tsx'
import { NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { useState } from 'react'
import { amountRule, amountText, numberOf } from './amounts.ts'
import { adjustedOf, FEE_METHODS, type MarginRow } from './margin-rows.ts'
import classes from './margins.module.css'

export type MarginValues = Pick<MarginRow, 'kind' | 'type' | 'amount' | 'description' | 'warehouseId'>

export interface MarginChoice {
  id: number
  name: string
}

interface MarginFieldsProps {
  values: MarginValues
  /** What the margin is laid on; null where it is laid on many products. */
  price: string | null
  warehouses: readonly MarginChoice[]
  onChange: (part: Partial<MarginValues>) => void
}

const PRICE = /^\d{1,10}(?:\.\d{1,2})?$/

/** C230, C231, C395: how much, of which kind, and what it makes of the price; each of the two gives the other. */
export function MarginFields({ values, price, warehouses, onChange }: MarginFieldsProps) {
  const { type, amount } = values
  return (
    <>
      <NativeSelect
        label="Type"
        size="md"
        value={type}
        data={FEE_METHODS.map((one) => ({ ...one }))}
        onChange={({ currentTarget }) => onChange({ type: currentTarget.value as FeeType })}
      />
      <DecimalInput
        label="Amount"
        rule={amountRule(values)}
        value={amount}
        onChange={(amount) => onChange({ amount })}
      />
      {price !== null && <Prices values={values} price={price} onChange={onChange} />}
      <LineInput
        label="Description"
        maxLength={500}
        value={values.description}
        onChange={(description) => onChange({ description })}
      />
      <NativeSelect
        label="Warehouse"
        size="md"
        value={String(values.warehouseId ?? '')}
        data={[
          { value: '', label: 'Any warehouse' },
          ...warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ warehouseId: currentTarget.value === '' ? null : Number(currentTarget.value) })
        }
      />
    </>
  )
}

/** C230, C231: what the amount makes of a price; each of the two gives the other. */
function Prices({
  values,
  price,
  onChange,
}: Pick<MarginFieldsProps, 'values' | 'onChange'> & { price: string }) {
  // While it is typed, an adjusted price stays as it is typed; half of one says nothing yet.
  const [typed, setTyped] = useState<string | null>(null)

  function adjust(text: string) {
    setTyped(text)
    const wanted = numberOf(text)
    const next = PRICE.test(wanted) ? amountFor(values.type, wanted, price) : null
    if (next !== null) onChange({ amount: amountText(next) })
  }

  return (
    <>
      <TextInput
        label="Original price"
        size="md"
        readOnly
        variant="filled"
        tabIndex={-1}
        classNames={{ input: classes.number }}
        value={price}
      />
      <MoneyInput
        label="Adjusted price"
        value={typed ?? adjustedOf(values, price)}
        onChange={adjust}
        onBlur={() => setTyped(null)}
      />
    </>
  )
}
