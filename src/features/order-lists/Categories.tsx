import type { PublicOrderList } from '#contract/order-lists/schema.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useState } from 'react'
import classes from './public-list.module.css'

/** A087: every category of a list with its products; one that has none is nothing to a guest. */
export function Categories({ list }: { list: PublicOrderList }) {
  const categories = list.categories.filter(({ rows }) => rows.length > 0)
  if (categories.length === 0)
    return <EmptyState title="Nothing is on this list now">Please ask us what there is.</EmptyState>
  return (
    <div className={classes.categories}>
      {categories.length > 1 && (
        <nav aria-label="Categories" className={classes.jumps}>
          {categories.map(({ category_name }, at) => (
            <a key={category_name} href={`#category-${at}`}>
              {category_name}
            </a>
          ))}
        </nav>
      )}
      {categories.map(({ category_name, rows }, at) => (
        <section key={category_name} id={`category-${at}`} aria-label={category_name}>
          <h2>
            {category_name}
            <span className={classes.quiet}>
              {rows.length === 1 ? '1 product' : `${rows.length} products`}
            </span>
          </h2>
          <ul>
            {rows.map(({ product_id, name, size, url }) => (
              <li key={product_id}>
                <Thumb url={url} />
                <span>
                  <b>{name}</b>
                  {size && <span className={classes.quiet}>{size}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Nothing where there is no picture, or where it does not come. */
function Thumb({ url }: { url: string }) {
  const [failed, setFailed] = useState(false)
  if (!url || failed) return null
  return <img src={url} alt="" loading="lazy" width={64} height={54} onError={() => setFailed(true)} />
}
