import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './DecimalInput.module.css'
import { numberProblem, type NumberRule } from './decimal.ts'

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  /** As typed: what it says is `decimalOf` of it. */
  value: string
  onChange: (typed: string) => void
  /** Decimals; without them, 0 and what the contract takes at most. */
  min?: string
  max?: string
}

/** A letter is a slip of the finger. What is pasted shows, and is told to be wrong. */
const isSlip = (typed: string) => typed.length === 1 && !/[\d.,\s-]/.test(typed)

/**
 * A number as text: exact, with a comma or a point, changed by no wheel, all of it chosen on focus. What is wrong with it
 * is said while it is typed, unless `error` says something else; `error={true}` leaves the words to whoever draws the field.
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
