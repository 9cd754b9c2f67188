import { isLocked, nameOf, upcOf, type Line } from '#contract/picking/lines.ts'
import { wantedText } from '#contract/picking/state.ts'
import classes from '#src/picking/floor.module.css'
import { useCell } from '#src/ui/cell.ts'
import { ProductPicture } from '#src/ui/ProductPicture.tsx'
import { LineState } from '../list/index.ts'
import type { ScanSession } from '../session/index.ts'

interface ItemHeadProps {
  session: ScanSession
  line: Line
  onDetail: () => void
}

/** The item to take, in the order in which a picker reads it: the quantity, the bin, and the product. */
export function ItemHead({ session, line, onDetail }: ItemHeadProps) {
  const severalOrders = useCell(session.list, (list) => list.orders.length > 1)
  const { picked, items } = useCell(session.list, (list) => list.progress)
  const orders = line.items.map((item) => `#${item.order}`).join(', ')
  const [first] = line.items
  return (
    <>
      <div className={classes.cardHead}>
        <p className={classes.wanted}>{wantedText(line)}</p>
        <span className={classes.bin}>{line.bin || 'No bin'}</span>
      </div>
      <div className={classes.about}>
        <h2 className={classes.name}>
          {line.product ? (
            <button type="button" className={classes.nameButton} onClick={onDetail}>
              {nameOf(line)}
            </button>
          ) : (
            nameOf(line)
          )}
        </h2>
        {line.product && (
          <ProductPicture url={line.product.url} name={nameOf(line)} className={classes.thumb} />
        )}
      </div>
      <div className={classes.row}>
        <LineState line={line} />
        <span className={classes.meta} aria-label={`${picked} of ${items} items done`}>
          {picked} of {items}
        </span>
      </div>
      <p className={classes.meta}>
        {[upcOf(line), line.product?.size, severalOrders && `Order ${orders}`].filter(Boolean).join(' · ')}
      </p>
      {first?.original_product && <p className={classes.meta}>Instead of {first.original_product}</p>}
      {line.locked.length > 0 && !isLocked(line) && (
        <p className={classes.meta}>Order {line.locked.join(', ')} is invoiced and stays as it is.</p>
      )}
    </>
  )
}
