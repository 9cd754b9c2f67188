/** `/product/{upc}/fees` (C007): the margins of a product. */
import { ProductFeesScreen } from '#features/fees/ProductFeesScreen.tsx'
import { useParams } from '@tanstack/react-router'
import { ProductTabs } from './ProductTabs.tsx'
import { useOfficeProps } from './use-office-props.ts'

export default function ProductFeesRoute() {
  const props = useOfficeProps()
  const { upc = '' } = useParams({ strict: false })
  return <ProductFeesScreen key={upc} {...props} upc={upc} tabs={<ProductTabs upc={upc} />} />
}
