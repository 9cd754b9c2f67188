import { LOW_STOCK_NOTE } from '#contract/products/low-stock.ts'
import type { Product } from '#contract/products/schema.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { isProductOutOfStock } from './stock.ts'

/** What a customer should know before they order a product: that it may not come, or not at all. */
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
