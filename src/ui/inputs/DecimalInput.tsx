import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './DecimalInput.module.css'
import { numberProblem, type NumberRule } from './decimal.ts'

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  /** As typed: its number is `decimalOf` of it. */
  value: string
  onChange: (typed: string) => void
  /** Decimals; without them, 0 and the contract's maximum. */
  min?: string
  max?: string
}

/** Whether a single letter is a slip of the finger. Pasted text is shown, with what is wrong with it. */
const isSlip = (typed: string) => typed.length === 1 && !/[\d.,\s-]/.test(typed)

/**
 * A number as text: exact, with a comma or a point. No wheel changes it, and the focus selects all of it. The field
 * says what is wrong while the person types, unless `error` says something else; `error={true}` leaves the words to the
 * caller.
 */
export function DecimalInput({
  value,
  onChange,
  min,
  max,
  rule,
  error,
  classNames,
  ...props
}: NumberInputProps & { rule: NumberRule }) {
  const own = { ...rule, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  const problem = error ?? numberProblem(value, own)
  return (
    <TextInput
      size="md"
      autoComplete="off"
      classNames={{ input: classes.number, ...(typeof classNames === 'object' && classNames) }}
      {...props}
      inputMode={rule.places === 0 ? 'numeric' : 'decimal'}
      error={problem}
      aria-invalid={Boolean(problem)}
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBeforeInput={(event) => isSlip(event.data) && event.preventDefault()}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
