import { COUNT_RULE } from './decimal.ts'
import { DecimalInput, type NumberInputProps } from './DecimalInput.tsx'

/** A whole number of things, from 0. */
export const CountInput = (props: NumberInputProps) => <DecimalInput rule={COUNT_RULE} {...props} />
