import type { Product } from '#contract/products/schema.ts'
import { PlainLink } from '#src/kit/PlainLink.tsx'
import { to } from '#src/paths.ts'
import { IconEdit, IconReplace } from '@tabler/icons-react'
import type { CartUnit } from './cart.ts'
import classes from './catalogue.module.css'
import { ProductMarks } from './ProductMarks.tsx'
import { PiecePrice, Stepper, type OnAmount } from './Quantities.tsx'
import { offersSubstitutes } from './stock.ts'
import type { OrderedLately } from './use-usual.ts'

/** What can be done with a product where it is listed. */
export interface ProductActs {
  onChange: OnAmount
  /** A083. */
  onDetail: (product: Product) => void
  /** A079. */
  onSubstitutes: (product: Product) => void
  /** A032: whether it has a way to its own page. */
  hasLinks: boolean
  /** A258: whether its upc is shown. */
  hasUpc: boolean
  /** What the customer ordered lately, so that its quantities stand beside those of now. */
  lately: OrderedLately
}

/** Its name, which opens its details, and the way to its own page. */
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

/** That it may not come, and what stands for it then. */
export const ProductStock = ({
  product,
  acts,
  isStill = false,
}: {
  product: Product
  acts: ProductActs
  /** Whether nothing is changed here. */
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

/** One way in which a product is sold: what it costs so, and how many are wanted. */
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
  /** How many were ordered the last time. */
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
