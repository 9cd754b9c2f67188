import { TabLinks } from '#src/kit/links/TabLinks.tsx'
import { to } from '#src/paths.ts'

/** C077: the pages of one customer. */
export const CustomerTabs = ({ id }: { id: string }) => (
  <TabLinks
    label="Customer pages"
    tabs={[
      { label: 'Customer Location', to: to.customer(id) },
      { label: 'Order Lists', to: to.customerLists(id) },
      { label: 'Fees', to: to.customerFees(id) },
    ]}
  />
)
