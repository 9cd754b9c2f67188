/** `/product/add` and `/product/{upc}`: a product's form. */
import { ProductScreen } from '#features/products/ProductScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useToday } from '#src/kit/use-today.ts'
import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { ProductTabs } from './ProductTabs.tsx'

/** C006, C060: a product's address holds its numeric UPC; anything else means a new product. */
const readUpc = (text: string | undefined): string | null =>
  text !== undefined && /^\d{1,32}$/.test(text) ? text : null

const ProductPicker = lazy(() => import('#features/inventory/ProductPicker.tsx'))

export default function ProductRoute() {
  const { engine } = useSignedIn()
  const { upc: named } = useParams({ strict: false })
  const upc = readUpc(named)
  const { today } = useToday(engine)
  return (
    <ProductScreen
      key={upc ?? 'add'}
      upc={upc}
      today={today}
      Picker={ProductPicker}
      tabs={<ProductTabs upc={upc} />}
    />
  )
}
