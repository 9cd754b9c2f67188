import { MONEY_RULE } from './decimal.ts'
import { DecimalInput, type NumberInputProps } from './DecimalInput.tsx'

/** An amount of money with up to two places. */
export const MoneyInput = (props: NumberInputProps) => <DecimalInput rule={MONEY_RULE} {...props} />
