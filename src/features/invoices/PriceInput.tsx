import { exactPrice } from '#contract/invoices/totals.ts'
import { IconRestore } from '@tabler/icons-react'
import { useId, useState } from 'react'
import classes from './invoice.module.css'

interface PriceInputProps {
  label: string
  /** As it is kept; what is being typed stands as it is typed until the input is left. */
  value: string
  onType: (text: string) => void
  disabled?: boolean
  /** What it says is no amount. */
  isWrong?: boolean
  /** B170: back to the original value; nothing where it stands there already. */
  onReset?: (() => void) | undefined
}

/** A342: what is kept, with its two places; what is no price stands as it is. */
const shown = (price: string): string => (/^\d+(\.\d{1,6})?$/.test(price) ? exactPrice(price) : price)

/**
 * An amount to type, to the cent, and the way back to what it was. Not the kit's `MoneyInput`: B168 wants a number field with
 * steps of 0.01.
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
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onType(currentTarget.value)
        }}
        onBlur={({ currentTarget }) => {
          setTyped(null)
          // To the page it is empty, as its browser cannot read it: so it looks empty too.
          if (currentTarget.validity.badInput) currentTarget.value = ''
        }}
        // A wheel over a focused number would change it unseen.
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
