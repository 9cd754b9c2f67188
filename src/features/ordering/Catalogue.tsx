import type { Product } from '#contract/products/schema.ts'
import { Link } from '#src/kit/Link.tsx'
import { PlainLink } from '#src/kit/PlainLink.tsx'
import { to, type Address } from '#src/paths.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { IconEdit } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { Cart, CartUnit } from './cart.ts'
import classes from './catalogue.module.css'
import type { Category } from './catalogue.ts'
import { priceText, unitsOf } from './prices.ts'
import { ProductMarks } from './ProductMarks.tsx'
import { Price, Stepper, type OnAmount } from './Quantities.tsx'

/** A068. */
export type Layout = '1' | '2' | '3'

interface CatalogueProps {
  layout: Layout
  categories: readonly Category[]
  cart: Cart
  onChange: OnAmount
  /** A034: where the office edits the list; null for everybody else. */
  editAt: Address | null
  /** A032: whether each product has a way to its own page. */
  hasProductLinks: boolean
}
type RowProps = { product: Product; cart: Cart; onChange: OnAmount }

const amountOf = (cart: Cart, upc: string, unit: CartUnit): number =>
  cart.products.find((line) => line.upc === upc)?.[unit === 'u' ? 'unit_in_cart' : 'case_in_cart'] ?? 0

/** A001: the products of an order list under their categories, in one of three layouts. */
export function Catalogue({ layout, categories, editAt, ...props }: CatalogueProps) {
  const Products = { '1': Cards, '2': Table, '3': List }[layout]
  return (
    <div className={classes.catalogue}>
      {categories.map(({ name, products }) => (
        <section key={name} aria-label={name}>
          <div className={classes.category}>
            <h2>{name}</h2>
            {editAt && (
              <Link to={editAt} aria-label={`Edit ${name}`}>
                <IconEdit size={18} aria-hidden /> Edit
              </Link>
            )}
          </div>
          {products.length === 0 ? (
            <p className={classes.quiet}>There are no products assigned to this category</p>
          ) : (
            <Products name={name} products={products} {...props} />
          )}
        </section>
      ))}
    </div>
  )
}

interface ProductsProps extends Pick<CatalogueProps, 'cart' | 'onChange' | 'hasProductLinks'> {
  name: string
  products: readonly Product[]
}

const EditLink = ({ product }: { product: Product }) => (
  <PlainLink to={to.product(product.upc)} className={classes.edit} aria-label={`Edit ${product.name}`}>
    <IconEdit size={18} aria-hidden />
  </PlainLink>
)

/** One way in which a product is sold: what it costs so, and how many are wanted. */
function Sold({ product, unit, cart, onChange }: RowProps & { unit: CartUnit }) {
  return (
    <div className={classes.sold}>
      <Price product={product} unit={unit} />
      <Stepper product={product} unit={unit} amount={amountOf(cart, product.upc, unit)} onChange={onChange} />
    </div>
  )
}

const About = ({
  product,
  hasProductLinks,
}: Pick<CatalogueProps, 'hasProductLinks'> & { product: Product }) => (
  <div className={classes.about}>
    <b>
      {product.name} {hasProductLinks && <EditLink product={product} />}
    </b>
    <span className={classes.quiet}>
      {[product.size, product.units_per_case > 1 && `${product.units_per_case} a case`]
        .filter(Boolean)
        .join(' · ')}
    </span>
    <ProductMarks product={product} />
  </div>
)

/** Layout 1. */
function Cards({ name, products, cart, onChange, hasProductLinks }: ProductsProps) {
  return (
    <ul className={classes.cards} aria-label={name}>
      {products.map((product) => (
        <li key={product.upc} className={classes.card}>
          <Picture url={product.url} name={product.name} className={classes.picture} />
          <About product={product} hasProductLinks={hasProductLinks} />
          {unitsOf(product).map((unit) => (
            <Sold key={unit} product={product} unit={unit} cart={cart} onChange={onChange} />
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Layout 3, and the only one on a small screen (A069). */
function List({ name, products, cart, onChange, hasProductLinks }: ProductsProps) {
  return (
    <ul className={classes.list} aria-label={name}>
      {products.map((product) => (
        <li key={product.upc} className={classes.row}>
          <About product={product} hasProductLinks={hasProductLinks} />
          <div className={classes.ways}>
            {unitsOf(product).map((unit) => (
              <Sold key={unit} product={product} unit={unit} cart={cart} onChange={onChange} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Layout 2. */
function Table({ name, products, cart, onChange, hasProductLinks }: ProductsProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={`Order List: ${name}`}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">UPC</th>
            <th scope="col">Size</th>
            <th scope="col">Unit price</th>
            <th scope="col">Units</th>
            <th scope="col">Case price</th>
            <th scope="col">Cases</th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.upc}>
              <th scope="row">
                {product.name} {hasProductLinks && <EditLink product={product} />}{' '}
                <ProductMarks product={product} />
              </th>
              <td>{product.upc}</td>
              <td>{product.size}</td>
              {(['u', 'c'] as const).map((unit) => (
                <Fragment key={unit}>
                  <td className={classes.number}>{priceText(product, unit)}</td>
                  <td>
                    <Stepper
                      product={product}
                      unit={unit}
                      amount={amountOf(cart, product.upc, unit)}
                      onChange={onChange}
                    />
                  </td>
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
