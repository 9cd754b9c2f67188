import { Link } from '@tanstack/react-router'
import classes from './tabs.module.css'

/** B076. */
const TABS = [
  { label: 'Print Picklists', to: '/printPicklists' },
  { label: 'Merge Orders', to: '/mergeOrders' },
  { label: 'Generate Invoices', to: '/generateInvoices' },
  { label: 'Email Invoices', to: '/emailInvoices' },
  { label: 'Export Invoices', to: '/exportInvoices' },
] as const

/** B076, C132: the bulk operations; the one that is open is marked. */
export function BulkTabs() {
  return (
    <nav aria-label="Order Management" className={classes.tabs}>
      {TABS.map(({ label, to }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} className={classes.tab}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
