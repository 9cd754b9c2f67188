import { Button } from '#src/ui/Button.tsx'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { nameOfList, type ManagedProduct, type ListName } from './management.ts'
import classes from './management.module.css'

const ROW_PX = 76

interface ProductRowsProps {
  products: readonly ManagedProduct[]
  names: ReadonlyMap<number, ListName>
  onOpen: (product: ManagedProduct) => void
}

const upcOf = ({ upc }: ManagedProduct) => upc

/** C118, C119: the products with the lists that each is on. */
export default function ProductRows({ products, names, onOpen }: ProductRowsProps) {
  return (
    <VirtualList
      label="Products"
      items={products}
      keyOf={upcOf}
      rowPx={ROW_PX}
      className={classes.box}
      rowClassName={classes.row}
    >
      {(product) => {
        const lists = product.order_lists.flatMap(({ order_list_id }) => names.get(order_list_id) ?? [])
        return (
          <>
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
            <Button label={`Order lists of ${product.name}`} onClick={() => onOpen(product)}>
              Order lists
            </Button>
          </>
        )
      }}
    </VirtualList>
  )
}
