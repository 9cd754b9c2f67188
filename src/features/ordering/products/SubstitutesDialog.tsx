import type { Product } from '#contract/products/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { ProductPicture } from '#src/ui/ProductPicture.tsx'
import {
  amountOf,
  amountsOf,
  type CartProduct,
  type OrderingCustomer,
  sellUnitsOf,
  useOffer,
  type OrderingContext,
} from '../cart/index.ts'
import classes from '../catalogue.module.css'
import { ProductMarks } from './ProductMarks.tsx'
import { packing, Sold } from './ProductParts.tsx'
import type { OnAmount } from './Quantities.tsx'

interface SubstitutesDialogProps {
  context: OrderingContext
  customer: OrderingCustomer
  product: Product
  lines: readonly CartProduct[]
  onChange: OnAmount
  /** The product itself is not wanted any more. */
  onTakeOut: () => void
  onClose: () => void
}

/** A079: what can be ordered in place of a product, and the product itself, to be taken out. */
export default function SubstitutesDialog({
  context,
  customer,
  product,
  lines,
  onChange,
  onTakeOut,
  onClose,
}: SubstitutesDialogProps) {
  const upcs = product.acceptable_substitutions.map(({ upc }) => upc)
  const offer = useOffer(context, customer, upcs)
  const products = upcs.flatMap((upc) => offer.products.get(upc) ?? []).filter(({ active }) => active)
  const own = lines.find(({ upc }) => upc === product.upc)
  return (
    <Modal size="floorWide" title="Acceptable substitutions" onClose={onClose}>
      <p>
        Instead of <b>{product.name}</b>
        {own && `, of which there is ${amountsOf(own)}`}:
      </p>
      {own && (
        <div className={classes.takeOut}>
          <Button size="floor" onClick={onTakeOut}>
            Take {product.name} out
          </Button>
        </div>
      )}
      {products.length > 0 ? (
        <ul className={classes.list} aria-label="Acceptable substitutions">
          {products.map((substitute) => (
            <li key={substitute.upc} className={classes.row}>
              <div className={classes.pictured}>
                <ProductPicture url={substitute.url} name={substitute.name} className={classes.thumb} />
                <div className={classes.about}>
                  <b>{substitute.name}</b>
                  <span className={classes.quiet}>{packing(substitute)}</span>
                  <ProductMarks product={substitute} />
                </div>
              </div>
              <div className={classes.ways}>
                {sellUnitsOf(substitute).map((unit) => (
                  <Sold
                    key={unit}
                    product={substitute}
                    unit={unit}
                    amount={amountOf({ products: lines }, substitute.upc, unit)}
                    onChange={(of, way, how, typing) =>
                      onChange(of, way, how, { ...typing, insteadOf: product.upc })
                    }
                  />
                ))}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p role="status">
          {offer.loading
            ? 'The substitutes are on their way.'
            : context.serverReachable
              ? 'None of its substitutes can be ordered here.'
              : 'Its substitutes are not on this device. They come with the server.'}
        </p>
      )}
      <div className={classes.takeOut}>
        <Button size="floor" kind="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  )
}
