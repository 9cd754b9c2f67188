import type { Product } from '#contract/products/schema.ts'
import type { Quantities } from '#contract/picking/substitutes.ts'
import classes from '#src/picking/dialogs.module.css'
import picking from '#src/picking/picking.module.css'
import { BLOCKED_QUANTITY_KEYS, readQuantity } from '#contract/picking/presses.ts'

interface QuantityFieldsProps {
  product: Pick<Product, 'unit_type'>
  value: Quantities
  onChange: (value: Quantities) => void
}

/** Asks for units and cases. A field of a unit in which the product is not sold is disabled (A233). */
export function QuantityFields({ product, value, onChange }: QuantityFieldsProps) {
  const field = (label: string, key: keyof Quantities, notSold: boolean) => (
    <label className={picking.field}>
      {label}
      <input
        className={classes.count}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        disabled={notSold}
        title={notSold ? `It is not sold in ${key}.` : undefined}
        value={value[key] === 0 ? '' : value[key]}
        placeholder="0"
        onKeyDown={(event) => BLOCKED_QUANTITY_KEYS.has(event.key) && event.preventDefault()}
        onChange={(event) => onChange({ ...value, [key]: readQuantity(event.currentTarget.value) })}
      />
    </label>
  )
  return (
    <div className={classes.pair}>
      {field('Units Ordered', 'units', product.unit_type === 'Case')}
      {field('Cases Ordered', 'cases', product.unit_type === 'Unit')}
    </div>
  )
}
