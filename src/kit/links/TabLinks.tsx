import type { Address } from '#src/paths.ts'
import { Link } from './Link.tsx'
import classes from './TabLinks.module.css'

export interface TabLink {
  label: string
  /** Why the page cannot be opened, in place of where it is. */
  to: Address | { reason: string }
  /** Whether it is open; without it, it is where the address has its path. */
  isOpen?: boolean
}

interface TabLinksProps {
  /** What the pages are pages of: "Customer pages". */
  label: string
  tabs: readonly TabLink[]
}

const BY_PATH = { exact: true, includeSearch: false }
const BY_ADDRESS = { exact: true }

/** The pages of one thing, each with an address of its own; the open one is marked. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ label, to, isOpen }) =>
        'reason' in to ? (
          <span key={label} className={classes.tab} aria-disabled title={to.reason}>
            {label}
          </span>
        ) : (
          <Link
            key={label}
            to={to}
            className={classes.tab}
            // The router marks the tab that it takes for open, even against `aria-current` here, and marks no other.
            activeOptions={isOpen === undefined ? BY_PATH : BY_ADDRESS}
            aria-current={isOpen ? 'page' : undefined}
          >
            {label}
          </Link>
        ),
      )}
    </nav>
  )
}
