import type { Product } from '#contract/products/schema.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { addOne, removeOne, setTo, type CartUnit, type Change } from './cart.ts'
import { isSoldBy, priceOf } from './prices.ts'
import classes from './quantities.module.css'

/** Somebody wants another amount of a product. */
export type OnAmount = (upc: string, unit: CartUnit, change: Change) => void

interface StepperProps {
  product: Product
  unit: CartUnit
  /** How many are in the cart. */
  amount: number
  onChange: OnAmount
}

/** More of one product is a slip of the finger. */
const MOST = 9_999
const NOUN = { u: 'Units', c: 'Cases' } as const

/** Plus, minus and a number to type. A220: nothing can be chosen of what is not sold so; B183: at 0 minus does nothing. */
export function Stepper({ product, unit, amount, onChange }: StepperProps) {
  const of = `${NOUN[unit].toLowerCase()} of ${product.name}`
  const disabled = !isSoldBy(product, unit)
  const change = (how: Change) => onChange(product.upc, unit, how)
  return (
    <div className={classes.stepper} data-some={amount > 0 || undefined}>
      <button type="button" aria-label={`Fewer ${of}`} disabled={disabled} onClick={() => change(removeOne)}>
        <IconMinus size={20} aria-hidden />
      </button>
      <input
        aria-label={`${NOUN[unit]} of ${product.name}`}
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST}
        disabled={disabled}
        value={amount === 0 ? '' : amount}
        placeholder="0"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => change(setTo(Math.min(MOST, Number(event.currentTarget.value))))}
      />
      <button type="button" aria-label={`More ${of}`} disabled={disabled} onClick={() => change(addOne)}>
        <IconPlus size={20} aria-hidden />
      </button>
    </div>
  )
}

/** What one costs, and below it one of what. */
export function Price({ product, unit }: { product: Product; unit: CartUnit }) {
  const known = priceOf(product, unit)
  return (
    <span className={classes.price}>
      {known ? known.price : 'N/A'}
      <small>{[`a ${UNIT_WORD[unit]}`, known?.perLb].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

export const UNIT_WORD = { u: 'unit', c: 'case' } as const
