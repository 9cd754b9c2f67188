import { canOrderBy } from '#contract/products/prices.ts'
import type { Product } from '#contract/products/schema.ts'
import { CountInput } from '#src/ui/inputs/CountInput.tsx'
import { COUNT_RULE, decimalOf, numberProblem } from '#src/ui/inputs/decimal.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { addOne, removeOne, setTo, type CartUnit, type AmountChange, priceOf } from '../cart/index.ts'
import classes from './quantities.module.css'

interface AmountContext {
  /** The upc of the product whose substitute this one is. */
  insteadOf?: string
  /**
   * The number is still being typed. A change that was not accepted comes again, without this flag, when its field is
   * left.
   */
  isTyping?: boolean
}

/** Called with a change of a product's quantity. */
export type OnAmount = (
  product: Product,
  unit: CartUnit,
  change: AmountChange,
  context?: AmountContext,
) => void

interface StepperProps {
  product: Product
  unit: CartUnit
  /** The quantity in the cart. */
  amount: number
  /** The quantity of the last order; 0 for none. */
  last?: number
  onChange: OnAmount
}

/** A larger quantity of one product is a typing error. */
const MOST = '9999'
const NOUN = { u: 'Units', c: 'Cases' } as const

/**
 * Plus, minus and a number input. A220: a unit in which the product is not sold cannot be chosen. B183: at 0, minus
 * does nothing. A typed text that cannot be ordered stays as typed, with its problem and the quantity in the cart.
 */
export function Stepper({ product, unit, amount, last = 0, onChange }: StepperProps) {
  const of = `${NOUN[unit].toLowerCase()} of ${product.name}`
  const disabled = !canOrderBy(product, unit)
  /**
   * Null while the field shows the cart's quantity. `isTaken` once the cart has held the typed one: a later change of
   * the cart comes from another user, and stays.
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
  /** A219: an empty field means 0 only when it is left, because a new number may follow. */
  function leave() {
    if (typed === null || wanted === null) return
    if (!typed.isTaken) onChange(product, unit, setTo(wanted))
    setTyped(null)
  }
  // A row that scrolls out of a long catalogue is removed without a blur: its typed number is stored as if the person
  // had left the field.
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => () => latest.current(), [])

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

/** The price of one piece, and the piece's unit below it. */
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
