import type { Product } from '#contract/products/schema.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { IconCheck } from '@tabler/icons-react'
import classes from './dialogs.module.css'

interface ProductChoicesProps {
  label: string
  products: readonly Product[]
  chosen?: string | null
  onChoose: (product: Product) => void
}

/** A list from which a person chooses one product, by its unit, bin and stock. */
export function ProductChoices({ label, products, chosen = null, onChoose }: ProductChoicesProps) {
  return (
    <ul className={classes.choices} aria-label={label}>
      {products.map((product) => (
        <li key={product.upc}>
          <button
            type="button"
            className={classes.choice}
            aria-pressed={product.upc === chosen}
            onClick={() => onChoose(product)}
          >
            <ProductFacts product={product} />
            {product.upc === chosen && <IconCheck size={24} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The facts that decide between products: unit, how many a case holds, bin and stock. */
export const ProductFacts = ({ product }: { product: Product }) => (
  <span>
    <b>{product.name}</b>
    <span className={classes.facts}>
      {[
        product.item_code.item_code,
        product.unit_type,
        product.unit_type !== 'Unit' && `${product.units_per_case} per case`,
        product.bin,
        stockOf(product),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
    {product.out_of_stock && <Chip tone="warn">Out of stock</Chip>}
  </span>
)

const stockOf = ({ combined_stock_level, stock_level_indicator }: Product): string =>
  combined_stock_level === null ? stock_level_indicator : `${combined_stock_level} in stock`
