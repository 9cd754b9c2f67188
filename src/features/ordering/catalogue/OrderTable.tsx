import { ProductPicture } from '#src/ui/ProductPicture.tsx'
import { Fragment, useMemo, useRef } from 'react'
import { amountOf, priceText } from '../cart/index.ts'
import classes from '../catalogue.module.css'
import { blocksOf } from './catalogue.ts'
import { CategoryName, type CatalogueProps } from './CategoryName.tsx'
import { ProductName, ProductStock, Stepper, lastAmount } from '../products/index.ts'
import { useBoxBlocks } from './use-blocks.ts'

interface Column {
  label: string
  /** What is in it, which says how wide it is. */
  kind: 'name' | 'upc' | 'size' | 'price' | 'amount'
}
const columnsFor = (hasUpc: boolean): Column[] => [
  { label: 'Product', kind: 'name' },
  ...(hasUpc ? [{ label: 'UPC', kind: 'upc' } as const] : []),
  { label: 'Size', kind: 'size' },
  { label: 'Unit price', kind: 'price' },
  { label: 'Units', kind: 'amount' },
  { label: 'Case price', kind: 'price' },
  { label: 'Cases', kind: 'amount' },
]
const ROW_PX = 61

/** Layout 2, a table labelled "Order List" (A068). Its rows scroll inside, below a head that stays (A341). */
export function OrderTable({ categories, cart, acts, editAt }: CatalogueProps) {
  const box = useRef<HTMLDivElement>(null)
  const columns = columnsFor(acts.hasUpc)
  const blocks = useMemo(() => blocksOf(categories, 1), [categories])
  const { sections, above, below, measure } = useBoxBlocks(blocks, box, { rowPx: ROW_PX })
  return (
    <div
      ref={box}
      className={classes.scroll}
      // Keyboards must reach a box that scrolls (WCAG 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Order List rows"
    >
      <table className={classes.table} aria-label="Order List" aria-rowcount={blocks.length + 1}>
        <thead>
          <tr>
            {columns.map(({ label, kind }) => (
              <th key={label} scope="col" data-kind={kind}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <Space px={above} />
        {sections.map(({ key, category, headAt, rows }) => (
          <tbody key={key} aria-label={category.name}>
            {headAt !== null && (
              <tr ref={measure} data-index={headAt} className={classes.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  <CategoryName category={category} editAt={editAt} />
                </th>
              </tr>
            )}
            {rows.map(({ at, products: [product] }) => (
              <tr key={product!.upc} ref={measure} data-index={at} aria-rowindex={at + 2}>
                <th scope="row">
                  <div className={classes.pictured}>
                    <ProductPicture url={product!.url} name={product!.name} className={classes.thumb} />
                    <div className={classes.about}>
                      <ProductName product={product!} acts={acts} />
                      <ProductStock product={product!} acts={acts} />
                    </div>
                  </div>
                </th>
                {acts.hasUpc && <td>{product!.upc}</td>}
                <td>{product!.size}</td>
                {(['u', 'c'] as const).map((unit) => (
                  <Fragment key={unit}>
                    <td className={classes.number}>{priceText(product!, unit)}</td>
                    <td>
                      <Stepper
                        product={product!}
                        unit={unit}
                        amount={amountOf(cart, product!.upc, unit)}
                        last={lastAmount(acts.lately, product!.upc, unit)}
                        onChange={acts.onChange}
                      />
                    </td>
                  </Fragment>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
        <Space px={below} />
      </table>
    </div>
  )
}

/** As high as the rows that are not in the page. */
const Space = ({ px }: { px: number }) =>
  px > 0 && (
    <tbody aria-hidden>
      <tr style={{ height: px }} />
    </tbody>
  )
