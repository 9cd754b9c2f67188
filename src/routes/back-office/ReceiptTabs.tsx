import { TabLinks } from '#src/kit/links/TabLinks.tsx'
import { to } from '#src/paths.ts'

const TABS = [
  { label: 'Receipt Difference', to: to.receiptDifference('receipt'), mode: 'receipt' },
  { label: 'Upload Receipt', to: to.receiptUpload(), mode: 'upload' },
  { label: 'Receipt API', to: to.receiptDifference('convert'), mode: 'convert' },
  { label: 'Receipt Viewer', to: to.receiptDifference('viewer'), mode: 'viewer' },
] as const

/** C086: the four modes. The default one has no action in its address (C087), nor has an unknown one (C088). */
export const ReceiptTabs = ({ mode: open }: { mode: (typeof TABS)[number]['mode'] }) => (
  <TabLinks
    label="Receipt pages"
    tabs={TABS.map(({ mode, ...tab }) => ({ ...tab, isOpen: mode === open }))}
  />
)
