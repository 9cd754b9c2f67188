import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './customer-lists.module.css'
import type { KnownProducts } from './list-draft.ts'

/** C378, C379: a line "{name} ({upc})" for each unknown product, of which neither is known. It blocks nothing. */
export function MissingItems({ missing, known }: { missing: readonly string[]; known: KnownProducts }) {
  if (missing.length === 0) return null
  return (
    <div role="status" className={classes.missing}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <p>Some products of this list are not known. It is saved without them.</p>
        <ul>
          {missing.map((code) => {
            const product = known.products.get(code)
            return (
              <li key={code}>
                <span>{`${product?.name} (${product?.upc})`}</span>{' '}
                <span className={classes.count}>{code}</span>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
