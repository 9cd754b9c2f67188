import { LOW_STOCK_NOTE } from '#contract/products/low-stock.ts'
import type { Product } from '#contract/products/schema.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { isProductOutOfStock } from './stock.ts'

/** The warnings about a product before a customer orders it: that it may not come, or does not come. */
export function ProductMarks({ product }: { product: Product }) {
  if (!product.active) return <Chip tone="act">not sold any more</Chip>
  const out = isProductOutOfStock(product)
  if (!out && product.stock_level_indicator !== 'low stock') return null
  return (
    <span title={LOW_STOCK_NOTE}>
      <Chip tone="warn">{out ? 'out of stock' : 'low stock'}</Chip>
    </span>
  )
}
