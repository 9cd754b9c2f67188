import type { Product } from '#contract/products/schema.ts'
import { ProductPicture } from '#src/ui/ProductPicture.tsx'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useRef } from 'react'
import { amountOf, sellUnitsOf } from '../cart/index.ts'
import classes from '../catalogue.module.css'
import { blocksOf, headOf } from './catalogue.ts'
import { CategoryName, type CatalogueProps } from './CategoryName.tsx'
import { OrderTable } from './OrderTable.tsx'
import { packing, ProductName, ProductStock, Sold, lastAmount } from '../products/index.ts'
import { useWindowBlocks } from './use-blocks.ts'

/** A068. */
export type Layout = '1' | '2' | '3'

/** A001: the products of an order list under their categories, in one of three layouts. */
export function Catalogue({ layout, ...props }: CatalogueProps & { layout: Layout }) {
  if (layout === '2') return <OrderTable {...props} />
  return <Rows isCards={layout === '1'} {...props} />
}

const CARD_PX = 280
const GAP_PX = 12
const CARD_ROW_PX = 330
const LIST_ROW_PX = 120
/** The bar, the search and the categories, which stay above the products. */
const HEADS_PX = 168
/** A longer catalogue has a way to each of its categories. */
const MOST_PRODUCTS_WITHOUT_JUMPS = 12

/** Layout 1 and 3; the latter is the only one on a small screen (A069). */
function Rows({ categories, cart, acts, editAt, isCards }: CatalogueProps & { isCards: boolean }) {
  const top = useRef<HTMLDivElement>(null)
  const { ref, width } = useElementSize()
  const across = isCards ? Math.max(1, Math.floor((width + GAP_PX) / (CARD_PX + GAP_PX))) : 1
  const blocks = useMemo(() => blocksOf(categories, across), [categories, across])
  const { sections, above, below, measure, jumpTo } = useWindowBlocks(blocks, top, {
    rowPx: isCards ? CARD_ROW_PX : LIST_ROW_PX,
    gapPx: isCards ? GAP_PX : 0,
    headsPx: HEADS_PX,
  })
  const isLong =
    categories.reduce((sum, { products }) => sum + products.length, 0) > MOST_PRODUCTS_WITHOUT_JUMPS
  const Product = isCards ? CardOf : RowOf
  return (
    <div ref={top}>
      {isLong && categories.length > 1 && (
        <nav className={classes.jumps} aria-label="Categories">
          {categories.map((category, n) => (
            <button key={`${n}`} type="button" onClick={() => jumpTo(headOf(blocks, category))}>
              {category.name}
            </button>
          ))}
        </nav>
      )}
      <div ref={ref} style={{ paddingBlock: `${above}px ${below}px` }}>
        {sections.map(({ key, category, headAt, rows }) => (
          <section key={key} aria-label={category.name} className={classes.section}>
            {headAt !== null && (
              <div className={classes.category} ref={measure} data-index={headAt}>
                <CategoryName category={category} editAt={editAt} />
              </div>
            )}
            {rows.length > 0 && (
              <ul
                className={isCards ? classes.cards : classes.list}
                style={isCards ? { gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` } : undefined}
                aria-label={category.name}
              >
                {rows.map(({ at, products }) =>
                  products.map((product, n) => (
                    <li
                      key={product.upc}
                      ref={n === 0 ? measure : undefined}
                      data-index={at}
                      className={isCards ? classes.card : classes.row}
                    >
                      <Product product={product} cart={cart} acts={acts} />
                    </li>
                  )),
                )}
              </ul>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}

interface ProductProps extends Pick<CatalogueProps, 'cart' | 'acts'> {
  product: Product
}

const Ways = ({ product, cart, acts }: ProductProps) => (
  <div className={classes.ways}>
    {sellUnitsOf(product).map((unit) => (
      <Sold
        key={unit}
        product={product}
        unit={unit}
        amount={amountOf(cart, product.upc, unit)}
        last={lastAmount(acts.lately, product.upc, unit)}
        onChange={acts.onChange}
      />
    ))}
  </div>
)

const About = ({ product, acts }: Omit<ProductProps, 'cart'>) => (
  <div className={classes.about}>
    <ProductName product={product} acts={acts} />
    <span className={classes.quiet}>{packing(product)}</span>
    <ProductStock product={product} acts={acts} />
  </div>
)

const CardOf = (props: ProductProps) => (
  <>
    <ProductPicture url={props.product.url} name={props.product.name} className={classes.picture} />
    <About {...props} />
    <Ways {...props} />
  </>
)

const RowOf = (props: ProductProps) => (
  <>
    <div className={classes.pictured}>
      <ProductPicture url={props.product.url} name={props.product.name} className={classes.thumb} />
      <About {...props} />
    </div>
    <Ways {...props} />
  </>
)
