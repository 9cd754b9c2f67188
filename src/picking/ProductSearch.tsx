import type { Product } from '#contract/products/schema.ts'
import { useState } from 'react'
import classes from './dialogs.module.css'
import picking from './picking.module.css'
import { ProductChoices } from './ProductChoices.tsx'
import { useProductSearch } from './use-product-search.ts'

interface ProductSearchProps {
  label: string
  chosen?: string | null
  onChoose: (product: Product) => void
}

/** Finds a product by name, upc or item code (A244). */
export function ProductSearch({ label, chosen = null, onChoose }: ProductSearchProps) {
  const [typed, setTyped] = useState('')
  const { products, searching, fromDevice } = useProductSearch(typed)
  const said = searching
    ? 'Searching …'
    : products === null
      ? 'Type at least 3 characters.'
      : products.length === 0
        ? 'No product has these words.'
        : ''
  return (
    <div className={classes.search}>
      <label className={picking.field}>
        {label}
        <input
          className={picking.text}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <p className={classes.quiet} role="status">
        {said}
        {fromDevice && products && ' The server could not be asked: this device’s catalogue was searched.'}
      </p>
      {products && products.length > 0 && (
        <ProductChoices label="Products" products={products} chosen={chosen} onChoose={onChoose} />
      )}
    </div>
  )
}
