import { TabLinks } from '#src/kit/links/TabLinks.tsx'
import { to } from '#src/paths.ts'

const UNSAVED = { reason: 'The product has fees when it has been saved.' }

/** C062: the pages of one product. One that is not there yet has no fees (C066). */
export const ProductTabs = ({ upc }: { upc: string | null }) => (
  <TabLinks
    label="Product pages"
    tabs={[
      { label: 'Product', to: upc === null ? to.addProduct() : to.product(upc) },
      { label: 'Fees', to: upc === null ? UNSAVED : to.productFees(upc) },
    ]}
  />
)
