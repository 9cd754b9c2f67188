import type { Product } from '#contract/products/schema.ts'
import { showMoney } from '#src/ui/format.ts'
import classes from './again.module.css'
import type { PriceChange } from './price-changes.ts'
import { UNIT_WORD } from './Quantities.tsx'

interface PriceChangesProps {
  /** Since when they are others. */
  title: string
  changed: readonly PriceChange[]
  products: ReadonlyMap<string, Product>
}

/** Which prices are others than somebody has seen, before they order at them. */
export const PriceChanges = ({ title, changed, products }: PriceChangesProps) =>
  changed.length > 0 && (
    <div role="status" className={classes.changed}>
      {title}
      <ul>
        {changed.map(({ upc, unit, was, now }) => (
          <li key={`${upc} ${unit}`}>
            {products.get(upc)?.name ?? upc}: ${showMoney(was)} → ${showMoney(now)} a {UNIT_WORD[unit]}
          </li>
        ))}
      </ul>
    </div>
  )
