import { canOrderBy } from '#contract/products/prices.ts'
import type { Product } from '#contract/products/schema.ts'
import { CountInput } from '#src/ui/inputs/CountInput.tsx'
import { COUNT_RULE, decimalOf, numberProblem } from '#src/ui/inputs/decimal.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { addOne, removeOne, setTo, type CartUnit, type AmountChange } from './cart.ts'
import { priceOf } from './prices.ts'
import classes from './quantities.module.css'

interface AmountContext {
  /** The upc of the product whose substitute this one is. */
  insteadOf?: string
  /** The number is still being typed. A change that was not taken comes again, without this, when its field is left. */
  isTyping?: boolean
}

/** Another amount of a product is wanted. */
export type OnAmount = (
  product: Product,
  unit: CartUnit,
  change: AmountChange,
  context?: AmountContext,
) => void

interface StepperProps {
  product: Product
  unit: CartUnit
  /** How many are in the cart. */
  amount: number
  /** How many were ordered the last time; 0 for none. */
  last?: number
  onChange: OnAmount
}

/** More of one product is a slip of the finger. */
const MOST = '9999'
const NOUN = { u: 'Units', c: 'Cases' } as const

/**
 * Plus, minus and a number to type. A220: nothing can be chosen of what is not sold so; B183: at 0 minus does nothing.
 * What is typed and cannot be ordered stays as it was typed, with what is wrong with it and how many the cart holds.
 */
export function Stepper({ product, unit, amount, last = 0, onChange }: StepperProps) {
  const of = `${NOUN[unit].toLowerCase()} of ${product.name}`
  const disabled = !canOrderBy(product, unit)
  /**
   * Null while the field shows what the cart holds. `isTaken` once the cart has held what is typed: a later change of
   * the cart comes from somebody else, and stays.
   */
  const [typed, setTyped] = useState<{ text: string; isTaken: boolean } | null>(null)
  const problemId = useId()
  const problemOf = (text: string) => numberProblem(text, { ...COUNT_RULE, max: MOST })
  const problem = typed === null ? null : problemOf(typed.text)
  const numberOf = (text: string) => {
    const number = decimalOf(text)
    return number === null || problemOf(text) !== null ? null : Number(number)
  }
  const wanted = typed === null || problem !== null ? null : (numberOf(typed.text) ?? 0)
  if (typed !== null && !typed.isTaken && wanted === amount) setTyped({ ...typed, isTaken: true })

  function step(how: AmountChange) {
    setTyped(null)
    onChange(product, unit, how)
  }
  function type(text: string) {
    setTyped({ text, isTaken: false })
    const number = numberOf(text)
    if (number !== null) onChange(product, unit, setTo(number), { isTyping: true })
  }
  /** A219: an emptied field means 0 only when it is left, because a new number may follow. */
  function leave() {
    if (typed === null || wanted === null) return
    if (!typed.isTaken) onChange(product, unit, setTo(wanted))
    setTyped(null)
  }

  return (
    <div className={classes.amount}>
      <div className={classes.stepper} data-some={amount > 0 || undefined}>
        <button type="button" aria-label={`Fewer ${of}`} disabled={disabled} onClick={() => step(removeOne)}>
          <IconMinus size={20} aria-hidden />
        </button>
        <CountInput
          aria-label={`${NOUN[unit]} of ${product.name}`}
          aria-describedby={problem === null ? undefined : problemId}
          variant="unstyled"
          classNames={{ input: classes.input }}
          max={MOST}
          disabled={disabled}
          placeholder="0"
          error={problem !== null}
          value={typed?.text ?? (amount === 0 ? '' : String(amount))}
          onChange={type}
          onBlur={leave}
        />
        <button type="button" aria-label={`More ${of}`} disabled={disabled} onClick={() => step(addOne)}>
          <IconPlus size={20} aria-hidden />
        </button>
      </div>
      {last > 0 && <small className={classes.last}>last time {last}</small>}
      {problem !== null && (
        <p id={problemId} className={classes.problem} role="alert">
          {problem} The cart has {amount}.
        </p>
      )}
    </div>
  )
}

/** What one costs, and below it one of what. */
export function PiecePrice({ product, unit }: { product: Product; unit: CartUnit }) {
  const known = priceOf(product, unit)
  return (
    <span className={classes.price}>
      {known ? known.price : 'N/A'}
      <small>{[`a ${UNIT_WORD[unit]}`, known?.perLb].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

export const UNIT_WORD = { u: 'unit', c: 'case' } as const
