import { useVirtualizer } from '@tanstack/react-virtual'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { nameOfList, type ListedProduct, type ListName } from './management.ts'
import classes from './management.module.css'

/** A guess, until a row is there and measured. */
const ROW_HEIGHT_PX = 76

interface ProductRowsProps {
  products: readonly ListedProduct[]
  names: ReadonlyMap<number, ListName>
  onOpen: (product: ListedProduct) => void
}

/** C118, C119: the products with the lists that each is on; only those in sight and some around them are in the page. */
export default function ProductRows({ products, names, onOpen }: ProductRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  // The compiler leaves this component alone, which is right: the library's functions change under it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: products.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (at) => products[at]!.upc,
    overscan: 10,
  })
  return (
    <div ref={box} className={classes.box}>
      <ul aria-label="Products" className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const product = products[index]!
          const lists = product.order_lists.flatMap(({ order_list_id }) => names.get(order_list_id) ?? [])
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={products.length}
              aria-posinset={index + 1}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <div className={classes.product}>
                <b>{product.name}</b>{' '}
                <span className={classes.quiet}>
                  {[
                    product.size,
                    product.upc,
                    product.item_code.item_code,
                    !product.active && 'not sold any more',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <p className={classes.lists}>
                  {lists.length === 0 ? 'On no order list' : lists.map(nameOfList).join(', ')}
                </p>
              </div>
              <Button
                variant="default"
                size="md"
                aria-label={`Order lists of ${product.name}`}
                onClick={() => onOpen(product)}
              >
                Order lists
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
