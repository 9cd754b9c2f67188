import { TabLinks, type TabLink } from '#src/kit/links/TabLinks.tsx'
import { to } from '#src/paths.ts'

/** B076. */
const TABS: readonly TabLink[] = [
  { label: 'Print Picklists', to: to.printPicklists() },
  { label: 'Merge Orders', to: to.mergeOrders() },
  { label: 'Generate Invoices', to: to.generateInvoices() },
  { label: 'Email Invoices', to: to.emailInvoices() },
  { label: 'Export Invoices', to: to.exportInvoices() },
]

/** B076, C132: the bulk operations; the one that is open is marked. */
export const BulkTabs = () => <TabLinks label="Order Management" tabs={TABS} />
