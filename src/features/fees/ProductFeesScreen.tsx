import { PageHead } from '#src/kit/page/PageHead.tsx'
import { PriceHistoryButton } from '#src/kit/history/PriceHistoryButton.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import type { ReactNode } from 'react'
import classes from './margins.module.css'
import { ProductMargins } from './ProductMargins.tsx'
import { productAndPlacesQuery } from './queries.ts'

interface ProductFeesScreenProps {
  upc: string
  /** The way to the product's other page. */
  tabs: ReactNode
}

/** `/product/{upc}/fees` (C007, C069–C071): the margins of a product, kept here until they are saved. Online only. */
export function ProductFeesScreen({ upc, tabs }: ProductFeesScreenProps) {
  const reading = useServerQuery(productAndPlacesQuery(upc))
  const product = reading.value?.product

  return (
    <div className={classes.page}>
      <PageHead title={product ? `${product.name}: fees` : 'Product fees'} note={`UPC ${upc}`}>
        <PriceHistoryButton of={{ product: upc }} />
      </PageHead>
      {tabs}
      <WhenRead reading={reading}>{(known) => <ProductMargins {...known} />}</WhenRead>
    </div>
  )
}
