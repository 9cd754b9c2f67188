import type { Product } from '#contract/products/schema.ts'
import { showDollars } from '#src/ui/format.ts'
import { ProductPicture } from '#src/ui/ProductPicture.tsx'
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import {
  amountOf,
  amountsOf,
  cartLineTotal,
  type CartProduct,
  type Prices,
  sellUnitsOf,
} from '../cart/index.ts'
import classes from '../cart.module.css'
import parts from '../catalogue.module.css'
import {
  ProductName,
  ProductStock,
  type ProductActs,
  PiecePrice,
  Stepper,
  lastAmount,
} from '../products/index.ts'

const SubstitutionInformation = lazy(() => import('#src/picking/SubstitutionInformation.tsx'))

interface CartLinesProps {
  label: string
  lines: readonly CartProduct[]
  products: ReadonlyMap<string, Product>
  prices: Prices
  /** Why a line cannot be ordered as it is; null where it can. */
  problemOf: (line: CartProduct) => string | null
  acts: ProductActs
  /** Whether the lines are only to be looked at. */
  isStill: boolean
  onRemove: (upc: string) => void
}

/** The products of a cart or of a staged order, with how many of each and what they cost. */
export function CartLines({
  label,
  lines,
  products,
  prices,
  problemOf,
  acts,
  isStill,
  onRemove,
}: CartLinesProps) {
  const [informed, setInformed] = useState<CartProduct | null>(null)
  return (
    <>
      <ul className={classes.lines} aria-label={label}>
        {lines.map((line) => {
          const product = products.get(line.upc)
          const problem = problemOf(line)
          const about = [acts.hasUpc && line.upc, product?.size].filter(Boolean).join(' · ')
          return (
            <li key={line.upc} className={classes.line} data-still={isStill || undefined}>
              <div className={parts.pictured}>
                {product && <ProductPicture url={product.url} name={product.name} className={parts.thumb} />}
                <div className={parts.about}>
                  {product ? <ProductName product={product} acts={acts} /> : <b>Product {line.upc}</b>}
                  {about && <span className={parts.quiet}>{about}</span>}
                  {product && <ProductStock product={product} acts={acts} isStill={isStill} />}
                  {problem !== null && <span className={classes.problem}>{problem}</span>}
                  {line.added_through_sub && (
                    <button
                      type="button"
                      className={parts.substitutes}
                      aria-haspopup="dialog"
                      aria-label={`Substitution Information, ${product?.name ?? line.upc}`}
                      onClick={() => setInformed(line)}
                    >
                      a substitute
                    </button>
                  )}
                </div>
              </div>
              {!isStill && product ? (
                <Amounts line={line} product={product} acts={acts} />
              ) : (
                <span>{amountsOf(line)}</span>
              )}
              <span className={classes.price}>{showDollars(cartLineTotal(line, prices))}</span>
              {!isStill && (
                <ActionIcon
                  variant="subtle"
                  size={44}
                  aria-label={`Remove ${product?.name ?? line.upc}`}
                  onClick={() => onRemove(line.upc)}
                >
                  <IconTrash size={20} aria-hidden />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
      {informed && (
        <Suspense>
          <SubstituteFacts line={informed} products={products} onClose={() => setInformed(null)} />
        </Suspense>
      )}
    </>
  )
}

interface AmountsProps {
  line: CartProduct
  product: Product
  acts: ProductActs
}

/** How many of a line are wanted, in each way in which its product is sold. */
function Amounts({ line, product, acts }: AmountsProps) {
  return (
    <div className={classes.ways}>
      {sellUnitsOf(product).map((unit) => (
        <div key={unit} className={classes.way}>
          <PiecePrice product={product} unit={unit} />
          <Stepper
            product={product}
            unit={unit}
            amount={amountOf({ products: [line] }, line.upc, unit)}
            last={lastAmount(acts.lately, line.upc, unit)}
            onChange={acts.onChange}
          />
        </div>
      ))}
    </div>
  )
}

interface SubstituteFactsProps {
  line: CartProduct
  products: ReadonlyMap<string, Product>
  onClose: () => void
}

/** The product that a line replaces. */
function SubstituteFacts({ line, products, onClose }: SubstituteFactsProps) {
  return (
    <SubstitutionInformation
      original={{
        product: products.get(line.instead_of ?? ''),
        upc: line.instead_of ?? '',
        units: line.units_originally_ordered ?? 0,
        cases: line.cases_originally_ordered ?? 0,
      }}
      replacement={{
        product: products.get(line.upc),
        upc: line.upc,
        units: line.unit_in_cart,
        cases: line.case_in_cart,
      }}
      onClose={onClose}
    />
  )
}
