import { Link } from '@tanstack/react-router'
import classes from './tabs.module.css'

const TABS = [
  { label: 'Receipt Difference', to: '/receiptDifference', search: { action: 'receipt' }, mode: 'receipt' },
  { label: 'Upload Receipt', to: '/receipt/upload', search: {}, mode: 'upload' },
  { label: 'Receipt API', to: '/receiptDifference', search: { action: 'convert' }, mode: 'convert' },
  { label: 'Receipt Viewer', to: '/receiptDifference', search: { action: 'viewer' }, mode: 'viewer' },
] as const
export type ReceiptMode = (typeof TABS)[number]['mode']

/** C086: the four modes. The default one has no action in its address (C087). */
export function ReceiptTabs({ mode: current }: { mode: ReceiptMode }) {
  return (
    <nav aria-label="Receipt pages" className={classes.tabs}>
      {TABS.map(({ label, to, search, mode }) => (
        <Link
          key={mode}
          to={to}
          search={search}
          className={classes.tab}
          // An unknown action shows the default mode (C088), which no link's address would match.
          activeProps={{ 'aria-current': undefined }}
          aria-current={mode === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
