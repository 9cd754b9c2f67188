import type { Product } from '#contract/products/schema.ts'
import { PlainLink } from '#src/kit/links/PlainLink.tsx'
import { to } from '#src/paths.ts'
import { IconEdit, IconReplace } from '@tabler/icons-react'
import type { CartUnit } from '../cart/index.ts'
import classes from '../catalogue.module.css'
import { ProductMarks } from './ProductMarks.tsx'
import { PiecePrice, Stepper, type OnAmount } from './Quantities.tsx'
import { offersSubstitutes } from './stock.ts'
import type { OrderedLately } from './use-usual.ts'

/** The acts on a listed product. */
export interface ProductActs {
  onChange: OnAmount
  /** A083. */
  onDetail: (product: Product) => void
  /** A079. */
  onSubstitutes: (product: Product) => void
  /** A032: whether the product has a link to its own page. */
  hasLinks: boolean
  /** A258: whether its upc is shown. */
  hasUpc: boolean
  /** The customer's recent orders, so that their quantities show beside the current ones. */
  lately: OrderedLately
}

/** The product's name, which opens its details, and the link to its own page. */
export const ProductName = ({ product, acts }: { product: Product; acts: ProductActs }) => (
  <span className={classes.name}>
    <button type="button" aria-haspopup="dialog" onClick={() => acts.onDetail(product)}>
      {product.name}
    </button>
    {acts.hasLinks && (
      <PlainLink to={to.product(product.upc)} className={classes.edit} aria-label={`Edit ${product.name}`}>
        <IconEdit size={18} aria-hidden />
      </PlainLink>
    )}
  </span>
)

/** Warns that the product may not come, and offers its substitutes. */
export const ProductStock = ({
  product,
  acts,
  isStill = false,
}: {
  product: Product
  acts: ProductActs
  /** Whether nothing can be changed here. */
  isStill?: boolean
}) => (
  <>
    <ProductMarks product={product} />
    {!isStill && offersSubstitutes(product) && (
      <button
        type="button"
        className={classes.substitutes}
        aria-haspopup="dialog"
        aria-label={`Substitutes for ${product.name}`}
        onClick={() => acts.onSubstitutes(product)}
      >
        <IconReplace size={18} aria-hidden /> Substitutes
      </button>
    )}
  </>
)

/** One unit in which a product is sold: its price, and the quantity in the cart. */
export const Sold = ({
  product,
  unit,
  amount,
  last = 0,
  onChange,
}: {
  product: Product
  unit: CartUnit
  amount: number
  /** The quantity of the last order. */
  last?: number
  onChange: OnAmount
}) => (
  <div className={classes.sold}>
    <PiecePrice product={product} unit={unit} />
    <Stepper product={product} unit={unit} amount={amount} last={last} onChange={onChange} />
  </div>
)

/** "5 lb bag · 6 a case". */
export const packing = ({ size, units_per_case }: Product): string =>
  [size, units_per_case > 1 && `${units_per_case} a case`].filter(Boolean).join(' · ')
