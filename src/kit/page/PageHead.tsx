import type { ReactNode } from 'react'
import type { Address } from '#src/paths.ts'
import { Link } from '../links/Link.tsx'
import { useSetPageTitle } from './page-title.ts'
import classes from './PageHead.module.css'
import { ScreenTitle } from './ScreenTitle.tsx'

interface PageHeadProps {
  title: string
  /** The title in the bar and the browser's tab, where the drawer has another name for the screen (C035). */
  bar?: string
  /** The pages above this one, the topmost first. */
  crumbs?: readonly { label: string; to: Address }[]
  /** The page's name below those pages; by default its title. */
  crumb?: string
  /** A description of the page, or its state, in a line. */
  note?: ReactNode
  /** The page's own buttons. */
  children?: ReactNode
}

/**
 * The head of a screen: its place, its name, its actions. The name is also in the browser's tab, and on a phone only
 * in the bar.
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
