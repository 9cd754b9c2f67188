import { WEIGHT_RULE } from './decimal.ts'
import { DecimalInput, type NumberInputProps } from './DecimalInput.tsx'

/** A weight in lb with up to three places. */
export const WeightInput = (props: NumberInputProps) => <DecimalInput rule={WEIGHT_RULE} {...props} />
