import { Link } from '@tanstack/react-router'
import classes from './tabs.module.css'

const TABS = [
  { label: 'Product', to: '/product/$upc' },
  { label: 'Fees', to: '/product/$upc/fees' },
] as const

/** C062: the pages of one product. One that is not there yet has no fees (C066). */
export function ProductTabs({ upc }: { upc: string | null }) {
  return (
    <nav aria-label="Product pages" className={classes.tabs}>
      {upc === null ? (
        <>
          <Link to="/product/add" className={classes.tab}>
            Product
          </Link>
          <span className={classes.tab} aria-disabled title="The product has fees when it has been saved.">
            Fees
          </span>
        </>
      ) : (
        TABS.map(({ label, to }) => (
          <Link key={to} to={to} params={{ upc }} activeOptions={{ exact: true }} className={classes.tab}>
            {label}
          </Link>
        ))
      )}
    </nav>
  )
}
