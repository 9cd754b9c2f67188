import type { Product } from '#contract/products/schema.ts'
import { plural, showDollars } from '#src/ui/format.ts'
import classes from './again.module.css'
import { isSteep, type ProductPriceChange } from './price-changes.ts'
import { UNIT_WORD } from './Quantities.tsx'

/** More are folded into one line: what is ordered stays in sight. */
const MOST_UNFOLDED = 3

interface PriceChangesProps {
  /** Since when they are others. */
  since: string
  changed: readonly ProductPriceChange[]
  products: ReadonlyMap<string, Product>
}

/** Which prices are others than somebody has seen, before they order at them; the steepest changes first. */
export function PriceChanges({ since, changed, products }: PriceChangesProps) {
  if (changed.length === 0) return null
  const steep = changed.filter(isSteep)
  const list = [...steep, ...changed.filter((change) => !steep.includes(change))]
  return (
    <div role="status" className={classes.changed}>
      <details open={changed.length <= MOST_UNFOLDED}>
        <summary>
          {plural(changed.length, 'price')} changed {since}
          {steep.length > 0 && `, ${steep.length} by more than 10 %`}
        </summary>
        <ul>
          {list.map(({ upc, unit, was, now }) => (
            <li key={`${upc} ${unit}`}>
              {products.get(upc)?.name ?? upc}: {showDollars(was)} → {showDollars(now)} a {UNIT_WORD[unit]}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
