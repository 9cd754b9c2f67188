import { Link } from '@tanstack/react-router'
import classes from './tabs.module.css'

const TABS = [
  { label: 'Customer Location', to: '/customer/$id' },
  { label: 'Order Lists', to: '/customer/$id/orderlists' },
  { label: 'Fees', to: '/customer/$id/fees' },
] as const

/** C077: the pages of one customer. */
export function CustomerTabs({ id }: { id: string }) {
  return (
    <nav aria-label="Customer pages" className={classes.tabs}>
      {TABS.map(({ label, to }) => (
        <Link key={to} to={to} params={{ id }} activeOptions={{ exact: true }} className={classes.tab}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
