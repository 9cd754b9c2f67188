import { OTHER_UNIT_NOTE } from '#contract/picking/substitutes.ts'
import type { Product } from '#contract/products/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { amountsOf } from './amounts.ts'
import type { CartProduct } from './cart.ts'
import classes from './catalogue.module.css'

interface SubstitutionInformationProps {
  line: CartProduct
  products: ReadonlyMap<string, Product>
  onClose: () => void
}

/** A081, A082 in a cart: what was wanted, and what is ordered in its place. */
export default function SubstitutionInformation({ line, products, onClose }: SubstitutionInformationProps) {
  const original = products.get(line.instead_of ?? '')
  const product = products.get(line.upc)
  const isOtherUnit = original && product && original.unit_type !== product.unit_type
  return (
    <Modal size="floor" title="Substitution Information" onClose={onClose}>
      <Side
        label="Original product"
        product={original}
        upc={line.instead_of ?? ''}
        amounts={amountsOf({
          unit_in_cart: line.units_originally_ordered ?? 0,
          case_in_cart: line.cases_originally_ordered ?? 0,
        })}
      />
      <Side label="Replaced by" product={product} upc={line.upc} amounts={amountsOf(line)} />
      {isOtherUnit && <p className={classes.quiet}>{OTHER_UNIT_NOTE}</p>}
      <div className={classes.takeOut}>
        <Button size="floor" kind="main" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  )
}

interface SideProps {
  label: string
  product: Product | undefined
  upc: string
  amounts?: string
}

const Side = ({ label, product, upc, amounts }: SideProps) => (
  <div>
    <h3 className={classes.side}>{label}</h3>
    <p>
      <b>{product?.name ?? (upc ? `Product ${upc}` : 'Not known on this device')}</b>
    </p>
    <p className={classes.quiet}>{[product?.unit_type, amounts].filter(Boolean).join(' · ')}</p>
  </div>
)
