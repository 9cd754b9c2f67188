import type { ReactNode } from 'react'
import type { Address } from '#src/paths.ts'
import { Link } from './Link.tsx'
import { useSetPageTitle } from './page-title.ts'
import classes from './PageHead.module.css'
import { ScreenTitle } from './ScreenTitle.tsx'

interface PageHeadProps {
  title: string
  /** What the bar and the browser's tab say, where the drawer calls the screen otherwise (C035). */
  bar?: string
  /** The pages above this one, the topmost first. */
  crumbs?: readonly { label: string; to: Address }[]
  /** What it is called below those; its title where nothing is said. */
  crumb?: string
  /** What the page is, or how it stands, in a line. */
  note?: ReactNode
  /** The page's own buttons. */
  children?: ReactNode
}

/**
 * The head of a screen: where it is, what it is called, what can be done. The name stands in the browser's tab too, and on
 * a phone in the bar alone.
 */
export function PageHead({ title, bar = title, crumbs = [], crumb = title, note, children }: PageHeadProps) {
  useSetPageTitle(bar)
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumb" className={classes.crumbs}>
            <ol>
              {crumbs.map(({ label, to }) => (
                <li key={label}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
              <li aria-current="page">{crumb}</li>
            </ol>
          </nav>
        )}
        <ScreenTitle>{title}</ScreenTitle>
        {note && (
          <p className={classes.note} role="status">
            {note}
          </p>
        )}
      </div>
      {children && <div className={classes.acts}>{children}</div>}
    </header>
  )
}
