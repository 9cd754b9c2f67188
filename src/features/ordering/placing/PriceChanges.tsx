import type { Product } from '#contract/products/schema.ts'
import { plural, showDollars } from '#src/ui/format.ts'
import classes from '../again.module.css'
import { isSteep, type ProductPriceChange } from '../cart/index.ts'
import { UNIT_WORD } from '../products/index.ts'

/** Further changes are folded into one line, so that the order stays in sight. */
const MOST_UNFOLDED_CHANGES = 3

interface PriceChangesProps {
  /** Since when the prices differ. */
  since: string
  changed: readonly ProductPriceChange[]
  products: ReadonlyMap<string, Product>
}

/**
 * The prices that differ from those the person has seen, shown before the order is placed. The steepest changes come
 * first.
 */
export function PriceChanges({ since, changed, products }: PriceChangesProps) {
  if (changed.length === 0) return null
  const steep = changed.filter(isSteep)
  const list = [...steep, ...changed.filter((change) => !steep.includes(change))]
  return (
    <div role="status" className={classes.changed}>
      <details open={changed.length <= MOST_UNFOLDED_CHANGES}>
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
