import { IconMinus, IconPlus } from '@tabler/icons-react'
import { isScanning, isSettingBack } from '#src/device/attach-wedge.ts'
import { useState } from 'react'
import classes from './floor.module.css'
import { Button } from '#src/ui/Button.tsx'
import { BLOCKED_QUANTITY_KEYS, readQuantity } from '#contract/picking/presses.ts'

interface QuantityFieldProps {
  /** The owner of the quantity, and the number of scans before: typed text holds for these alone (decision 0048). */
  of?: string
  /** "Units" or "Cases". */
  name: string
  quantity: number
  ordered: number
  /** Why nothing can be changed, apart from the field's own rule that nothing was ordered (A217). */
  reason: string | null
  /** Whether it is the quantity of a substitute: the ordered quantity is only shown, and nothing is stored yet. */
  isOfSubstitute?: boolean
  onSet: (quantity: number) => void
  onStep: (by: 1 | -1) => void
}

/**
 * The picked quantity: stepped by a thumb or typed (A216–A218). The keyboard opens only when a person taps the field.
 */
export function QuantityField({
  of = '',
  name,
  quantity,
  ordered,
  reason,
  isOfSubstitute = false,
  onSet,
  onStep,
}: QuantityFieldProps) {
  const [typed, setTyped] = useState<{ of: string; quantity: number; text: string } | null>(null)
  // A scan, another item or a change of the quantity discards text that was typed before it and not entered.
  const draft = typed?.of === of && typed.quantity === quantity ? typed.text : null
  const blocked =
    reason ?? (ordered === 0 && !isOfSubstitute ? `No ${name.toLowerCase()} were ordered` : null)

  const forget = () => setTyped(null)
  function settle() {
    if (draft !== null && readQuantity(draft) !== quantity) onSet(readQuantity(draft))
    forget()
  }
  function type(text: string) {
    // Nothing is stored yet: everything that depends on the quantity follows each key.
    if (isOfSubstitute) onSet(readQuantity(text))
    // The removal of a scan from the field is not a person's typing.
    else if (isSettingBack()) forget()
    else setTyped({ of, quantity, text })
  }

  return (
    <div
      className={`${classes.quantity} ${ordered > 0 && quantity >= ordered ? classes.full : ''}`}
      role="group"
      aria-label={name}
    >
      <span className={classes.quantityName} aria-hidden>
        <b>{name}</b>
        {(isOfSubstitute || ordered > 0) && (
          <span>{isOfSubstitute ? `was ${ordered}` : `of ${ordered}`}</span>
        )}
      </span>
      <Button size="floor" label={`${name}: one less`} reason={blocked} onClick={() => onStep(-1)}>
        <IconMinus size={30} aria-hidden />
      </Button>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        aria-label={
          isOfSubstitute
            ? `${name} Ordered`
            : ordered > 0
              ? `${name} picked, of ${ordered} ordered`
              : `${name} picked`
        }
        disabled={blocked !== null}
        title={blocked ?? undefined}
        value={draft ?? quantity}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (BLOCKED_QUANTITY_KEYS.has(event.key)) event.preventDefault()
          if (event.key === 'Enter') settle()
          if (event.key === 'Escape') forget()
        }}
        onChange={(event) => type(event.currentTarget.value)}
        // If a scan has moved the focus, what was typed is dropped.
        onBlur={() => (isScanning() ? forget() : settle())}
      />
      <Button size="floor" label={`${name}: one more`} reason={blocked} onClick={() => onStep(1)}>
        <IconPlus size={30} aria-hidden />
      </Button>
    </div>
  )
}
