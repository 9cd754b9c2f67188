/** `/product/{upc}/fees` (C007): the margins of a product. */
import { ProductFeesScreen } from '#features/fees/ProductFeesScreen.tsx'
import { ProductTabs } from './ProductTabs.tsx'
import { useOfficeProps } from './use-office-props.ts'
import { routes } from './tree.ts'

export default function ProductFeesRoute() {
  const props = useOfficeProps()
  const { upc } = routes.productFees.useParams()
  return <ProductFeesScreen key={upc} {...props} upc={upc} tabs={<ProductTabs upc={upc} />} />
}
