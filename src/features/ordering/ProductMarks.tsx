import { isLowStock, LOW_STOCK_NOTE } from '#contract/products/low-stock.ts'
import type { Product } from '#contract/products/schema.ts'
import { Chip } from '#src/ui/Chip.tsx'

/** What a customer should know before they order a product: that it may not come, or not at all. */
export function ProductMarks({ product }: { product: Product }) {
  if (!product.active) return <Chip tone="act">not sold any more</Chip>
  const out = product.out_of_stock || product.stock_level_indicator === 'out of stock'
  // A number that a customer may not see is no sign of low stock (readings: they see the indicator).
  const low = product.stock_level_indicator === 'low stock' && isLowStock(product)
  if (!out && !low) return null
  return (
    <span title={LOW_STOCK_NOTE}>
      <Chip tone="warn">{out ? 'out of stock' : 'low stock'}</Chip>
    </span>
  )
}
