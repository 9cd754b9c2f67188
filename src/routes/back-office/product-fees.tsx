/** `/product/{upc}/fees` (C007): the margins of a product. */
import { ProductFeesScreen } from '#features/fees/ProductFeesScreen.tsx'
import { ProductTabs } from './ProductTabs.tsx'
import { routes } from '../tree.ts'

export default function ProductFeesRoute() {
  const { upc } = routes.productFees.useParams()
  return <ProductFeesScreen key={upc} upc={upc} tabs={<ProductTabs upc={upc} />} />
}
