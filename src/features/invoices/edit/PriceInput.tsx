import { exactPrice } from '#contract/invoices/totals.ts'
import { IconRestore } from '@tabler/icons-react'
import { useId, useState, type SyntheticEvent } from 'react'
import classes from '../invoice.module.css'

interface PriceInputProps {
  label: string
  /** The stored value. The text being typed stays unformatted until the input is left. */
  value: string
  onType: (text: string) => void
  disabled?: boolean
  /** The text is not an amount. */
  isWrong?: boolean
  /** B170: sets the original value; undefined where the input has it already. */
  onReset?: (() => void) | undefined
}

/** Stands for text that the browser cannot parse, such as "1-2". Its input has no value then. It is no amount. */
const UNREADABLE = '?'

/** A342: returns a stored price with its two places, and any other text unchanged. */
function shown(price: string): string {
  if (price === UNREADABLE) return ''
  return /^\d+(\.\d{1,6})?$/.test(price) ? exactPrice(price) : price
}

/**
 * An amount input, to the cent, with a button that resets it. Not the kit's `MoneyInput`: B168 wants a number field
 * with steps of 0.01.
 */
export function PriceInput({
  label,
  value,
  onType,
  disabled = false,
  isWrong = false,
  onReset,
}: PriceInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const problemId = useId()
  function read({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    setTyped(currentTarget.value)
    onType(currentTarget.validity.badInput ? UNREADABLE : currentTarget.value)
  }
  return (
    <span className={classes.price}>
      <input
        type="number"
        step="0.01"
        min="0"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? problemId : undefined}
        disabled={disabled}
        value={typed ?? shown(value)}
        onChange={read}
        // React reports no change between no text and text that the browser cannot parse: the value is '' both times.
        onInput={read}
        onBlur={() => setTyped(null)}
        // A wheel over a focused number would change it unnoticed.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      {isWrong && (
        <small id={problemId} className={classes.wrong}>
          Not a price such as 12.50.
        </small>
      )}
      {onReset && (
        <button
          type="button"
          aria-label={`Reset ${label.toLowerCase()}`}
          title="Back to the original"
          onClick={() => {
            setTyped(null)
            onReset()
          }}
        >
          <IconRestore size={20} aria-hidden />
        </button>
      )}
    </span>
  )
}
