import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './floor.module.css'
import { FloorButton } from './FloorButton.tsx'
import { BLOCKED_QUANTITY_KEYS, readQuantity } from './item-state.ts'

interface QuantityFieldProps {
  /** Whose quantity it is: what was typed for one is entered for that one when another comes. */
  of?: string
  /** "Units" or "Cases". */
  name: string
  quantity: number
  ordered: number
  /** Why nothing can be changed, beside the field's own rule that nothing was ordered (A217). */
  reason: string | null
  /** Asks for a quantity of something new: what was ordered is shown and limits nothing. */
  free?: boolean
  onSet: (quantity: number) => void
  onStep: (by: 1 | -1) => void
}

/** How many are picked: stepped by a thumb or typed (A216–A218). The keyboard opens only for who taps the field. */
export function QuantityField({
  of = '',
  name,
  quantity,
  ordered,
  reason,
  free = false,
  onSet,
  onStep,
}: QuantityFieldProps) {
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null)
  const draft = typed?.of === of ? typed.text : null
  const blocked = reason ?? (ordered === 0 && !free ? `No ${name.toLowerCase()} were ordered` : null)
  /** Enters what was typed, for the one that it was typed for. */
  const entry = useRef<{ of: string; enter: () => void } | null>(null)

  function type(text: string) {
    setTyped({ of, text })
    const enter = () => readQuantity(text) !== quantity && onSet(readQuantity(text))
    entry.current = { of, enter }
  }
  function forget() {
    entry.current = null
    setTyped(null)
  }
  function settle() {
    entry.current?.enter()
    forget()
  }
  // A scan shows the next item while the field still has the focus: what was typed is not lost.
  useEffect(
    () => () => {
      if (entry.current?.of !== of) return
      entry.current.enter()
      entry.current = null
    },
    [of],
  )

  return (
    <div
      className={`${classes.quantity} ${ordered > 0 && quantity >= ordered ? classes.full : ''}`}
      role="group"
      aria-label={name}
    >
      <span className={classes.quantityName} aria-hidden>
        <b>{name}</b>
        <span>{free ? `was ${ordered}` : `of ${ordered}`}</span>
      </span>
      <FloorButton label={`${name}: one less`} reason={blocked} onClick={() => quantity > 0 && onStep(-1)}>
        <IconMinus size={30} aria-hidden />
      </FloorButton>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        aria-label={free ? name : `${name} picked, of ${ordered} ordered`}
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
        onBlur={settle}
      />
      <FloorButton label={`${name}: one more`} reason={blocked} onClick={() => onStep(1)}>
        <IconPlus size={30} aria-hidden />
      </FloorButton>
    </div>
  )
}
